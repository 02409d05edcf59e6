import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TestSupport

/// Stands in for IGDB, its pictures and Twitch's tokens (https://api-docs.igdb.com). It enforces the rate limits and can show every fault.
public final class StandIn: Sendable {
    /// What it does at a path instead of a normal response.
    public enum Trick: Sendable {
        case status(Int, retryAfter: Int? = nil)
        case redirect(String)
        /// Responds with this text.
        case text(String)
        /// Sends this number of bytes.
        case large(Int)
        /// Sends the beginning of a response, and closes the connection.
        case cutOff
        /// Sends a byte every tenth of a second.
        case dripping
        case silent
        /// Waits until `isReleased` is true, then responds normally.
        case held
    }

    public static let (clientID, secret) = ("boardwalk0client", "boardwalk0secret")
    public static let (tokenPath, gamesPath, timesPath) = ("/oauth2/token", "/v4/games", "/v4/game_time_to_beats")
    public let games: Locked<[StandInGame]>
    /// The tricks for the next requests, by path and in order.
    public let tricks = Locked<[String: [Trick]]>([:])
    /// The trick for every request, by path.
    public let habits = Locked<[String: Trick]>([:])
    /// True if it refuses requests beyond its rate limits.
    public let isLimiting = Locked(true)
    /// Ends the wait of `.held`.
    public let isReleased = Locked(false)
    /// The seconds for which a token is valid.
    public let tokenLife = Locked(5_000_000)
    /// The paths of all requests, in order.
    public let asked = Locked<[String]>([])
    /// The queries that it received.
    public let queries = Locked<[String]>([])
    /// The valid tokens.
    public let tokens = Locked<[String]>([])
    public let traffic = Locked(Traffic())
    public let picture: Locked<[UInt8]> = Locked([])
    private let port = Locked(0)

    public init(games: [StandInGame] = StandInGame.some) { self.games = Locked(games) }

    public var url: String { "http://127.0.0.1:\(port.value)" }

    public func count(_ path: String) -> Int { asked.value.count { $0 == path } }

    /// Listens on a free port while `body` runs.
    public func run(_ body: () async throws -> Void) async throws {
        let (ports, isRunning) = AsyncStream<Int>.makeStream()
        let app = Application(
            router: router(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { isRunning.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "igdb") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await app.run() }
            port.value = await ports.first { _ in true } ?? 0
            defer { group.cancelAll() }
            try await body()
        }
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: Tricks(standIn: self))
        router.post(.init(Self.tokenPath)) { [self] request, _ in try await token(request) }
        router.post(.init(Self.gamesPath)) { [self] request, _ in
            try await counted(request) { query in "[" + found(query).map(\.json).joined(separator: ",") + "]" }
        }
        router.post(.init(Self.timesPath)) { [self] request, _ in
            try await counted(request) { query in
                let ids = Set(query.matches(of: /\d+/).compactMap { Int($0.0) })
                let times = games.value.filter { ids.contains($0.id) }.compactMap { game in
                    game.seconds.map { #"{"id":\#(game.id + 1000),"game_id":\#(game.id),"hastily":60,"normally":\#($0)}"# }
                }
                return "[" + times.joined(separator: ",") + "]"
            }
        }
        router.get("/igdb/image/upload/t_cover_big/:name") { [self] _, _ in
            Response(status: .ok, headers: [.contentType: "image/jpeg"], body: .init(byteBuffer: ByteBuffer(bytes: picture.value)))
        }
        return router
    }

    private func token(_ request: Request) async throws -> Response {
        let form = try URLEncodedFormDecoder().decode(
            [String: String].self, from: String(buffer: try await request.body.collect(upTo: 65_536)))
        guard form["client_id"] == Self.clientID, form["grant_type"] == "client_credentials" else {
            return json(#"{"status":400,"message":"invalid client"}"#, .badRequest)
        }
        guard form["client_secret"] == Self.secret else { return json(#"{"status":403,"message":"invalid client secret"}"#, .forbidden) }
        let token = UUID().uuidString.lowercased().replacing("-", with: "")
        tokens.change { $0.append(token) }
        return json(#"{"access_token":"\#(token)","expires_in":\#(tokenLife.value),"token_type":"bearer"}"#)
    }

    /// Answers an authorized query within the rate limits.
    private func counted(_ request: Request, _ answer: (String) -> String) async throws -> Response {
        guard request.headers.contains(where: { $0.name.canonicalName == "client-id" && $0.value == Self.clientID }),
            let bearer = request.headers[.authorization],
            bearer.hasPrefix("Bearer "), tokens.value.contains(String(bearer.dropFirst(7)))
        else { return json(#"{"message":"Authorization Failure. Have you tried:"}"#, .unauthorized) }
        guard !isLimiting.value || traffic.value.isWithinLimits else { return json(#"{"message":"Too Many Requests"}"#, .tooManyRequests) }
        let query = String(buffer: try await request.body.collect(upTo: 65_536))
        queries.change { $0.append(query) }
        guard query.contains("fields "), query.hasSuffix(";") else {
            return json(#"[{"title":"Syntax Error","status":400,"cause":"Expecting a STRING as input"}]"#, .badRequest)
        }
        return json(answer(query))
    }

    private func found(_ query: String) -> [StandInGame] {
        guard let words = query.firstMatch(of: /search "([^"]*)";/)?.1, let limit = query.firstMatch(of: /limit (\d+);/)?.1 else {
            return []
        }
        let wanted = words.lowercased().split(separator: " ")
        let found = games.value.filter { game in wanted.allSatisfy { game.name.lowercased().contains($0) } }
        return Array(found.prefix(Int(limit) ?? 10))
    }

    fileprivate func json(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    fileprivate func trick(at path: String) -> Trick? {
        let next = tricks.change { tricks in
            tricks[path]?.isEmpty == false ? tricks[path]?.removeFirst() : nil
        }
        return next ?? habits.value[path]
    }
}

/// The times and the number of queries.
public struct Traffic: Sendable {
    public private(set) var arrivals: [ContinuousClock.Instant] = []
    private var open = 0
    public private(set) var mostOpen = 0

    mutating func begin() {
        arrivals.append(.now)
        open += 1
        mostOpen = max(mostOpen, open)
    }

    mutating func end() { open -= 1 }

    /// The most queries that came within one second.
    public var mostInASecond: Int {
        arrivals.map { first in arrivals.count { $0 >= first && $0 < first + .seconds(1) } }.max() ?? 0
    }

    /// IGDB's documentation: "4 requests per second", "up to 8 open requests at any moment".
    var isWithinLimits: Bool {
        let latest = arrivals.last ?? .now
        return open <= 8 && arrivals.count { $0 > latest - .seconds(1) } <= 4
    }
}

/// Records each request, and plays the tricks.
private struct Tricks: RouterMiddleware {
    let standIn: StandIn

    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        standIn.asked.change { $0.append(path) }
        guard path.hasPrefix("/v4/") else { return try await answer(request, context, next) }
        standIn.traffic.change { $0.begin() }
        defer { standIn.traffic.change { $0.end() } }
        return try await answer(request, context, next)
    }

    private func answer(
        _ request: Request, _ context: BasicRequestContext, _ next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        switch standIn.trick(at: request.uri.path) {
        case nil: return try await next(request, context)
        case .status(let status, let seconds):
            var response = standIn.json(#"{"message":"no"}"#, .init(code: status))
            response.headers[.retryAfter] = seconds.map(String.init)
            return response
        case .redirect(let place): return Response(status: .found, headers: [.location: place])
        case .text(let text): return standIn.json(text)
        case .large(let bytes): return Response(status: .ok, body: body(of: 65_536, bytes / 65_536, every: .zero))
        case .dripping: return Response(status: .ok, body: body(of: 1, 10_000, every: .milliseconds(100)))
        case .cutOff:
            return Response(
                status: .ok,
                body: ResponseBody(contentLength: 1000) { writer in
                    try await writer.write(ByteBuffer(string: #"[{"id":1,"name":"#))
                    throw CancellationError()
                })
        case .silent:
            try await Task.sleep(for: .seconds(30))
            return Response(status: .ok)
        case .held:
            while !standIn.isReleased.value { try await Task.sleep(for: .milliseconds(5)) }
            return try await next(request, context)
        }
    }

    private func body(of size: Int, _ count: Int, every pause: Duration) -> ResponseBody {
        ResponseBody { writer in
            for _ in 0..<count {
                try await writer.write(ByteBuffer(repeating: UInt8(ascii: " "), count: size))
                try await Task.sleep(for: pause)
            }
            try await writer.finish(nil)
        }
    }
}
