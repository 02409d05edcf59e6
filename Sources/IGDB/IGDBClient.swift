public import FoundationEssentials
public import Logging
public import OutgoingHTTP
import SafeText

/// Asks IGDB for games, within its limits, and leaves it alone when it does not answer.
public final class IGDBClient: Sendable {
    /// How often something is asked that may be asked again, and with what pauses.
    struct Patience: Sendable {
        var attempts = 3
        /// The longest pause before the second attempt; it doubles.
        var pause: Duration = .milliseconds(400)
        /// Within which the last one begins: somebody waits.
        var total: Duration = .seconds(6)
    }

    private let settings: IGDBSettings
    private let gate: any RequestGate
    private let outgoing: Outgoing
    private let patience: Patience
    private let circuit: Circuit
    private let tokens: Kept<Token, IGDBFailure>
    private let logger: Logger
    /// How many games a search finds at most.
    public static let mostFound = 20
    /// The longest that one request takes; the gate may count on it.
    public static let longestRequest: Duration = .seconds(8)

    public convenience init(
        _ settings: IGDBSettings, gate: any RequestGate, logger: Logger, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            settings, gate: gate, outgoing: Outgoing("igdb", .init(time: Self.longestRequest), logger: logger), patience: Patience(),
            logger: logger, now: now)
    }

    init(
        _ settings: IGDBSettings, gate: any RequestGate, outgoing: Outgoing, patience: Patience, logger: Logger,
        now: @escaping @Sendable () -> Date
    ) {
        (self.settings, self.gate, self.outgoing, self.patience, self.logger) = (settings, gate, outgoing, patience, logger)
        circuit = Circuit(now: now)
        tokens = Kept(now: now) { () throws(IGDBFailure) in try await Token.fetch(settings, outgoing) }
    }

    /// How many requests went out, by host, purpose and outcome.
    public var requests: [OutgoingKind: Int] { outgoing.counts }

    /// Whether IGDB is left alone at the moment.
    public var isResting: Bool { circuit.isOpen }

    /// Sends no more requests.
    public func close() { outgoing.close() }

    /// What is called so, or nearly so, as IGDB has it; the nearest first.
    public func games(named words: String) async throws(IGDBFailure) -> [IGDBGame] {
        let query = Apicalypse.games(named: words, limit: Self.mostFound)
        let games = try await answer(.games, settings.places.games, query, as: Lenient<IGDBGame>.self)
        return Array(games.elements.prefix(Self.mostFound))
    }

    /// How many minutes those of the games take that are known to take any, by their ids.
    public func minutes(of games: [Int]) async throws(IGDBFailure) -> [Int: Int] {
        guard !games.isEmpty else { return [:] }
        let times = try await answer(.times, settings.places.times, Apicalypse.times(of: games), as: Lenient<IGDBTime>.self)
        let minutes = times.elements.compactMap { time in (time.normally ?? time.hastily).map { (time.game, $0 / 60) } }
        return Dictionary(minutes) { first, _ in first }.filter { $0.value > 0 }
    }

    /// The bytes of a picture, at most 5 MB. They are IGDB's: an image only when a decoder says so.
    public func cover(_ image: String) async throws(IGDBFailure) -> [UInt8] {
        try await guarded { () throws(IGDBFailure) in
            guard let address = settings.places.cover(image) else { throw .unreadable("cover: no name of a picture", isTrouble: false) }
            let reply = try await sent(Errand(.cover, to: address, within: settings.places.reach))
            guard reply.status == 200, reply.contentType.lowercased().hasPrefix("image/") else {
                throw Self.failure(.cover, reply)
            }
            return reply.body
        }
    }

    private func answer<Answer: Decodable & Sendable>(
        _ purpose: Purpose, _ address: WebAddress, _ query: String, as type: Answer.Type
    ) async throws(IGDBFailure) -> Answer {
        try await guarded { () throws(IGDBFailure) in
            let body = try await persistently { end throws(IGDBFailure) in try await posted(purpose, address, query, by: end) }
            guard let answer = try? UntrustedJSON.decode(type, from: body) else {
                throw .unreadable("\(purpose.name): not the JSON that was expected")
            }
            return answer
        }
    }

    /// Notes what became of `work`, which is not begun while IGDB is left alone.
    private func guarded<Value>(_ work: () async throws(IGDBFailure) -> Value) async throws(IGDBFailure) -> Value {
        guard circuit.admits() else { throw .resting() }
        do throws(IGDBFailure) {
            let value = try await work()
            if circuit.succeed() { logger.notice("igdb answers again") }
            return value
        } catch {
            logger.warning("igdb refused", metadata: ["reason": "\(error.reason)"])
            if error.isTrouble, circuit.fail() { logger.warning("igdb is left alone for a while") }
            throw error
        }
    }

    /// Tries again, after pauses that differ, what may be answered then.
    private func persistently<Value>(
        _ attempt: (_ end: ContinuousClock.Instant) async throws(IGDBFailure) -> Value
    ) async throws(IGDBFailure) -> Value {
        let end = ContinuousClock.now + patience.total
        var (number, longest) = (1, patience.pause)
        while true {
            do throws(IGDBFailure) { return try await attempt(end) } catch {
                let pause = Duration.seconds(error.retryAfter ?? 0) + longest * Double.random(in: 0.5...1)
                guard error.isPassing, number < patience.attempts, .now + pause < end else { throw error }
                do { try await Task.sleep(for: pause) } catch { throw .busy("nobody waits any more") }
                (number, longest) = (number + 1, longest * 2)
            }
        }
    }

    /// One attempt, and one more where the token is no longer good.
    private func posted(
        _ purpose: Purpose, _ address: WebAddress, _ query: String, by end: ContinuousClock.Instant
    ) async throws(IGDBFailure) -> [UInt8] {
        let token = try await tokens.value { $0.life }
        var reply = try await sent(purpose, address, query, token, by: end)
        if reply.status == 401 {
            let other = try await tokens.value { $0.text == token.text ? 0 : $0.life }
            reply = try await sent(purpose, address, query, other, by: end)
        }
        guard reply.status == 200 else { throw Self.failure(purpose, reply) }
        return reply.body
    }

    private func sent(
        _ purpose: Purpose, _ address: WebAddress, _ query: String, _ token: Token, by end: ContinuousClock.Instant
    ) async throws(IGDBFailure) -> Reply {
        let leave: (@Sendable () async -> Void)?
        do { leave = try await gate.enter(by: end) } catch { throw .busy("\(purpose.name): the gate does not answer") }
        guard let leave else { throw .busy("\(purpose.name): no place in time") }
        let headers = [("Client-ID", settings.clientID), ("Authorization", "Bearer \(token.text)"), ("Accept", "application/json")]
        let errand = Errand(purpose, to: address, within: settings.places.reach, headers: headers, content: .text(query))
        let result: Result<Reply, IGDBFailure>
        do throws(IGDBFailure) { result = .success(try await sent(errand)) } catch { result = .failure(error) }
        await leave()
        return try result.get()
    }

    private func sent(_ errand: Errand) async throws(IGDBFailure) -> Reply {
        do throws(OutgoingError) { return try await outgoing.send(errand) } catch { throw error.failure(errand.purpose) }
    }

    private static func failure(_ purpose: Purpose, _ reply: Reply) -> IGDBFailure {
        let reason = "\(purpose.name): status \(reply.status)"
        return switch reply.status {
        case 429, 500...: .away(reason, isPassing: true, retryAfter: reply.retryAfter)
        case 401, 403: .misconfigured(reason)
        default: .unreadable(reason, isTrouble: reply.status < 400)
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
        case .unreachable: .away(reason, isPassing: true)
        case .tooLong, .refused: .away(reason)
        case .tooMuch: .unreadable(reason)
        case .cancelled, .closed: .busy(reason)
        }
    }
}
