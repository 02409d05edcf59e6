import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// A complete site with a database of its own.
struct TestSite: Sendable {
    let server: AppServer
    let database: Database
    let test: TestDatabase
    let address: String

    /// Runs `body` against a site with cheap passwords. A pool of more than two
    /// `connections` keeps two of them free of transactions.
    static func open(
        connections: Int = 2, change: (inout AppSettings) -> Void = { _ in }, _ body: @escaping @Sendable (TestSite) async throws -> Void
    ) async throws {
        var settings = AppSettings(root: TestDatabase.root)
        settings.data = TestDatabase.root + "/.build/tests"
        settings.passwordCost = .low
        settings.limitsRates = false
        change(&settings)
        let chosen = settings
        try await TestDatabase.withMigrated { test in try await run(chosen, test, connections: connections, body) }
    }

    /// Runs `body` against one more instance on the same database.
    static func run(
        _ settings: AppSettings, _ test: TestDatabase, connections: Int = 2,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        _ body: @escaping @Sendable (TestSite) async throws -> Void
    ) async throws {
        var configuration = test.configuration(connections: connections)
        configuration.channel = AppServer.notificationChannel
        configuration.sessionSettings = settings.databaseSettings
        let database = Database(configuration, logger: logger)
        defer { database.shutDown() }
        let isUsual = settings.root == TestDatabase.root && !settings.reloads
        let files = try await isUsual ? files.value : SiteFiles(settings)
        let server = try AppServer(settings: settings, files: files, database: database, logger: logger)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let app = server.server(host: "127.0.0.1", port: 0) { port in listening.yield(port) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await BackgroundWork(services: server.services, cleanUp: server.cleanUp).run() }
            group.addTask { try await app.run() }
            let port = await ports.first { _ in true } ?? 0
            try await body(TestSite(server: server, database: database, test: test, address: "http://127.0.0.1:\(port)"))
            server.services.live.close()
            group.cancelAll()
        }
    }

    /// The files are read once for all tests, because reading and checking them takes longer than most tests.
    private static let files = Task { try await SiteFiles(AppSettings(root: TestDatabase.root)) }

    /// One client for all tests. It opens a connection for each parallel request and does not follow redirects.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 50
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// The number of round trips of `body`: the least of several attempts, because background work takes round trips, too.
    func roundTrips(of body: () async throws -> Void) async throws -> Int {
        var least = Int.max
        for _ in 0..<5 where least > 0 {
            let before = database.metrics.roundTrips
            try await body()
            least = min(least, database.metrics.roundTrips - before)
        }
        return least
    }

    /// The number of database sessions that wait for a lock.
    func waitingForLocks() throws -> Int {
        let statement = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        return try rows(statement).first.flatMap { Int($0) } ?? 0
    }

    /// A visitor without a session.
    func visitor() -> Visitor { Visitor(site: self) }

    /// A visitor with an account of that name who is signed in.
    func person(_ name: String) async throws -> Visitor {
        let visitor = visitor()
        let answer = try await visitor.post(
            "/register",
            ["username": name, "email": "\(name)@example.com", "password": "a good long one", "display_name": name.capitalized])
        #expect(answer.status == .seeOther)
        return visitor
    }

    /// The members leave the club, and their grace period ends.
    func leave(_ path: String, _ people: Visitor...) async throws {
        for person in people {
            let answer = try await person.post(path + "/departure", ["password": "a good long one"])
            #expect(answer.headers[.location] == path + "/departure")
        }
        let tenant = try #require(try await server.services.clubs.club(slug: String(path.dropFirst(3)))).id.rawValue
        let isDue: Query<Int> = .change("UPDATE memberships SET leaving_at = now() - interval '1 second' WHERE leaving_at IS NOT NULL")
        try await database.write(tenant: tenant, isDue)
        try await server.cleanUp.turn()
    }

    /// A club with an admin and a member.
    func clubOfTwo(_ slug: String = "pier", visibility: String = "private", names: (String, String) = ("ana", "ben")) async throws
        -> ClubOfTwo
    {
        let (ana, ben) = (try await person(names.0), try await person(names.1))
        try await ana.post("/clubs/new", ["name": "The \(slug)", "slug": slug, "visibility": visibility])
        let page = try await ana.get("/c/\(slug)/").text
        let path = try #require(page.firstMatch(of: /\/join\/[A-Za-z0-9_\-]+/)).0
        try await ben.post(String(path), [:])
        return ClubOfTwo(path: "/c/\(slug)", ana: ana, ben: ben, invitation: String(path))
    }

    /// One more member of the club.
    func guest(_ name: String, of club: ClubOfTwo) async throws -> Visitor {
        let guest = try await person(name)
        try await guest.post(club.invitation, [:])
        return guest
    }

    /// A member writes 100,000 messages in the lobby, some at a time. All at once would exceed the statement timeout on a busy machine.
    func sayAHundredThousandLines(_ handle: String, in slug: String) async throws {
        let club = try #require(try await server.services.clubs.club(slug: slug)).id.rawValue
        for start in stride(from: 0, to: 100_000, by: 5000) {
            try await database.write(
                tenant: club,
                Query<Int>.change(
                    """
                    INSERT INTO messages (club_id, room_kind, room_number, member_id, text, idempotency_key)
                    SELECT club_id, 'lobby', 0, id, 'Line ' || n, 'n' || n
                    FROM members, generate_series($1::int + 1, $1::int + 5000) n WHERE handle = $2
                    """, start, handle))
        }
    }
}

struct ClubOfTwo: Sendable {
    let path: String
    let ana: Visitor
    let ben: Visitor
    let invitation: String

    /// Starts a game between the two. Returns its path and the players in the order of play.
    func game() async throws -> (path: String, x: Visitor, o: Visitor) {
        let lobby = try await ana.get(path + "/lobby").text
        let member = try await ben.member(in: path)
        #expect(lobby.contains("Lobby"))
        try await ana.post(path + "/challenges", ["member": member])
        let theirs = try await ben.get(path + "/lobby").text
        let acceptance = try #require(theirs.firstMatch(of: /action="([^"]+\/acceptance)"/)).1
        let started = try await ben.post(String(acceptance), [:])
        let game = try #require(started.headers[.location])
        let isAnaFirst = try await ana.get(game).text.contains("<title>Your turn")
        return (game, isAnaFirst ? ana : ben, isAnaFirst ? ben : ana)
    }
}

/// A browser without scripts. It keeps its cookies and sends its form token.
final class Visitor: Sendable {
    private let site: TestSite
    private let cookies = Locked<[Substring: Substring]>([:])

    init(site: TestSite) { self.site = site }

    struct Answer: Sendable {
        var status: HTTPResponse.Status
        var headers: HTTPFields
        var text: String
    }

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> Answer {
        try await send(path, .get, headers, nil)
    }

    @discardableResult
    func post(_ path: String, _ fields: [String: String], _ headers: HTTPFields = [:]) async throws -> Answer {
        try await post(path, fields: fields.map { ($0.key, $0.value) }, headers)
    }

    /// Posts fields whose names may repeat.
    @discardableResult
    func post(_ path: String, fields: [(String, String)], _ headers: HTTPFields = [:]) async throws -> Answer {
        var fields = fields
        if let token = SessionToken(cookie: sessionToken), !fields.contains(where: { $0.0 == "csrf" }) {
            fields.append(("csrf", token.formToken))
        }
        let body = fields.map { "\(encode($0.0))=\(encode($0.1))" }.joined(separator: "&")
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(path, .post, headers, ByteBuffer(string: body))
    }

    /// The visitor's member ID in a club.
    func member(in path: String) async throws -> String {
        let session = try #require(try await site.server.services.sessions.session(token: sessionToken))
        let club = try #require(try await site.server.services.clubs.club(slug: String(path.dropFirst(3))))
        return try #require(session.memberships[club.id]).member.description
    }

    var sessionToken: String { String(cookies.value["session"] ?? "") }

    func send(_ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: ByteBuffer?) async throws -> Answer {
        var headers = headers
        let kept = cookies.value
        if !kept.isEmpty { headers[.cookie] = kept.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        var request = HTTPClientRequest(url: site.address + path)
        request.method = .init(rawValue: method.rawValue)
        for field in headers { request.headers.add(name: field.name.rawName, value: field.value) }
        if let body { request.body = .bytes(body) }
        let response = try await TestSite.client.execute(request, timeout: .seconds(300))
        for set in response.headers["Set-Cookie"] {
            let pair = set.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies.value[pair[0]] = pair[1]
        }
        var fields = HTTPFields()
        for (name, value) in response.headers { if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) } }
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        return Answer(status: .init(code: Int(response.status.code)), headers: fields, text: text)
    }

    private func encode(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}
