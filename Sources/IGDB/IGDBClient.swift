public import FoundationEssentials
public import Logging
public import OutgoingHTTP
import SafeText

/// Fetches games from IGDB. It keeps IGDB's rate limits, repeats requests after temporary failures, and pauses requests while IGDB is down.
public final class IGDBClient: Sendable {
    struct RetryPolicy: Sendable {
        var attempts = 3
        /// The maximum pause before the second attempt. The maximum doubles with each further attempt.
        var pause: Duration = .milliseconds(400)
        /// The time after which no further attempt begins. It is counted from the first attempt.
        var total: Duration = IGDBClient.attemptPeriod
    }

    private let settings: IGDBSettings
    private let gate: any RequestGate
    private let outgoing: Outgoing
    private let retryPolicy: RetryPolicy
    private let circuit: Circuit
    private let tokens: CachedValue<Token, IGDBFailure>
    private let logger: Logger
    public static let resultLimit = 20
    /// The time limit for a request. The rate limiter needs this limit, because it counts the requests that have not ended.
    public static let requestTimeout: Duration = .seconds(8)
    /// The time after which no further attempt of a request begins, because a member waits for the answer.
    public static let attemptPeriod: Duration = .seconds(6)

    public convenience init(
        _ settings: IGDBSettings, gate: any RequestGate, logger: Logger, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            settings, gate: gate, outgoing: Outgoing("igdb", .init(time: Self.requestTimeout), logger: logger), retryPolicy: RetryPolicy(),
            logger: logger, now: now)
    }

    init(
        _ settings: IGDBSettings, gate: any RequestGate, outgoing: Outgoing, retryPolicy: RetryPolicy, logger: Logger,
        now: @escaping @Sendable () -> Date
    ) {
        (self.settings, self.gate, self.outgoing, self.retryPolicy, self.logger) = (settings, gate, outgoing, retryPolicy, logger)
        circuit = Circuit(now: now)
        tokens = CachedValue(now: now) { () throws(IGDBFailure) in try await Token.fetch(settings, outgoing) }
    }

    public var requests: [OutgoingKind: Int] { outgoing.counts }

    public var isPaused: Bool { circuit.isPaused }

    public func close() { outgoing.close() }

    /// Returns games with the same or a similar name, in IGDB's order.
    public func search(_ name: String) async throws(IGDBFailure) -> [IGDBGame] {
        let query = Apicalypse.search(name, limit: Self.resultLimit)
        let games = try await fetch(.games, settings.endpoints.games, query, as: Lenient<IGDBGame>.self)
        return Array(games.elements.prefix(Self.resultLimit))
    }

    /// Returns the minutes that it takes to finish each game, by the game's id. Games whose time is unknown are left out.
    public func minutes(of games: [Int]) async throws(IGDBFailure) -> [Int: Int] {
        guard !games.isEmpty else { return [:] }
        let times = try await fetch(.times, settings.endpoints.times, Apicalypse.times(of: games), as: Lenient<IGDBTime>.self)
        let minutes = times.elements.compactMap { time in (time.normally ?? time.hastily).map { (time.game, $0 / 60) } }
        return Dictionary(minutes) { first, _ in first }.filter { $0.value > 0 }
    }

    /// Returns the bytes of a cover, at most 5 MB. Do not trust them before an image decoder has accepted them.
    public func cover(_ image: String) async throws(IGDBFailure) -> [UInt8] {
        try await withCircuitBreaker { () throws(IGDBFailure) in
            guard let address = settings.endpoints.cover(image) else {
                throw .unreadable("cover: not a valid image name", countsAsOutage: false)
            }
            let reply = try await send(Errand(.cover, to: address, within: settings.endpoints.reach))
            guard reply.status == 200, reply.contentType.lowercased().hasPrefix("image/") else {
                throw Self.failure(.cover, reply)
            }
            return reply.body
        }
    }

    private func fetch<Answer: Decodable & Sendable>(
        _ purpose: Purpose, _ address: WebAddress, _ query: String, as type: Answer.Type
    ) async throws(IGDBFailure) -> Answer {
        try await withCircuitBreaker { () throws(IGDBFailure) in
            let body = try await withRetries { end throws(IGDBFailure) in try await post(purpose, address, query, by: end) }
            guard let answer = try? UntrustedJSON.decode(type, from: body) else {
                throw .unreadable("\(purpose.name): not the JSON that was expected")
            }
            return answer
        }
    }

    private func withCircuitBreaker<Value>(_ work: () async throws(IGDBFailure) -> Value) async throws(IGDBFailure) -> Value {
        guard circuit.admits() else { throw .paused() }
        do throws(IGDBFailure) {
            let value = try await work()
            if circuit.succeed() { logger.notice("igdb answers again") }
            return value
        } catch {
            logger.warning("igdb request failed", metadata: ["reason": "\(error.reason)"])
            if error.countsAsOutage, circuit.fail() { logger.warning("igdb requests are paused") }
            throw error
        }
    }

    /// Runs `attempt`, and repeats it after temporary failures, with random pauses.
    private func withRetries<Value>(
        _ attempt: (_ end: ContinuousClock.Instant) async throws(IGDBFailure) -> Value
    ) async throws(IGDBFailure) -> Value {
        let end = ContinuousClock.now + retryPolicy.total
        var (number, longest) = (1, retryPolicy.pause)
        while true {
            do throws(IGDBFailure) { return try await attempt(end) } catch {
                let pause = Duration.seconds(error.retryAfter ?? 0) + longest * Double.random(in: 0.5...1)
                guard error.isTemporary, number < retryPolicy.attempts, .now + pause < end else { throw error }
                do { try await Task.sleep(for: pause) } catch { throw .busy("the request was cancelled") }
                (number, longest) = (number + 1, longest * 2)
            }
        }
    }

    /// Sends a query. If IGDB no longer accepts the token, sends the query once more with a new token.
    private func post(
        _ purpose: Purpose, _ address: WebAddress, _ query: String, by end: ContinuousClock.Instant
    ) async throws(IGDBFailure) -> [UInt8] {
        let token = try await tokens.value { $0.lifetime }
        var reply = try await send(purpose, address, query, token, by: end)
        if reply.status == 401 {
            let other = try await tokens.value { $0.text == token.text ? 0 : $0.lifetime }
            reply = try await send(purpose, address, query, other, by: end)
        }
        guard reply.status == 200 else { throw Self.failure(purpose, reply) }
        return reply.body
    }

    private func send(
        _ purpose: Purpose, _ address: WebAddress, _ query: String, _ token: Token, by end: ContinuousClock.Instant
    ) async throws(IGDBFailure) -> Reply {
        let leave: (@Sendable () async -> Void)?
        do { leave = try await gate.enter(by: end) } catch { throw .busy("\(purpose.name): the rate limiter failed") }
        guard let leave else { throw .busy("\(purpose.name): the rate limit left no slot in time") }
        let headers = [("Client-ID", settings.clientID), ("Authorization", "Bearer \(token.text)"), ("Accept", "application/json")]
        let errand = Errand(purpose, to: address, within: settings.endpoints.reach, headers: headers, content: .text(query))
        let result: Result<Reply, IGDBFailure>
        do throws(IGDBFailure) { result = .success(try await send(errand)) } catch { result = .failure(error) }
        await leave()
        return try result.get()
    }

    private func send(_ errand: Errand) async throws(IGDBFailure) -> Reply {
        do throws(OutgoingError) { return try await outgoing.send(errand) } catch { throw error.failure(errand.purpose) }
    }

    private static func failure(_ purpose: Purpose, _ reply: Reply) -> IGDBFailure {
        let reason = "\(purpose.name): status \(reply.status)"
        return switch reply.status {
        case 429, 500...: .unavailable(reason, isTemporary: true, retryAfter: reply.retryAfter)
        case 401, 403: .misconfigured(reason)
        default: .unreadable(reason, countsAsOutage: reply.status < 400)
        }
    }
}

extension Purpose {
    static let token = Purpose("token", limit: 64 * 1024)
    static let games = Purpose("games", limit: 2_000_000)
    static let times = Purpose("times", limit: 64 * 1024)
    static let cover = Purpose("cover", limit: 5_000_000)
}

extension OutgoingError {
    func failure(_ purpose: Purpose) -> IGDBFailure {
        let reason = "\(purpose.name): \(reason)"
        return switch self {
        case .unreachable: .unavailable(reason, isTemporary: true)
        case .tooLong, .refused: .unavailable(reason)
        case .tooMuch: .unreadable(reason)
        case .cancelled, .closed: .busy(reason)
        }
    }
}
