import HTTPTypes
import NIOEmbedded
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// Visits every page and fragment of a club that the site map lists, with all content of the demo club.
struct CrawlTests {
    /// The values of a pattern's parameter in the demo club: all handles, or the newest numbers of its table.
    private static func values(of parameter: String, _ connection: ScriptConnection) throws -> [String] {
        let name = parameter.dropFirst()
        if name == "handle" { return try connection.rows("SELECT handle FROM members").compactMap { $0[0] } }
        let table = name.hasSuffix("y") ? name.dropLast() + "ies" : name.hasSuffix("f") ? name.dropLast() + "ves" : name + "s"
        return try connection.rows("SELECT id::text FROM \(table) ORDER BY id DESC LIMIT 20").compactMap { $0[0] }
    }

    /// Pages on which members who blocked each other still see each other, with the reason.
    private static let seenNonetheless = [
        "/c/{club}": "games that were played are the club's record", "/c/{club}/lobby": "one's own last games",
        "/c/{club}/lobby/frame": "the same", "/c/{club}/lobby/live": "the same",
        "/c/{club}/members/{handle}": "games that the member has played",
        "/c/{club}/games/{game}": "a game is for the whole club to look at", "/c/{club}/games/{game}/board": "the same",
        "/c/{club}/games/{game}/live": "the same", "/c/{club}/leaderboards/tic-chat-toe": "it would not be one with gaps",
        "/c/{club}/leaderboards/tic-chat-toe.csv": "the same", "/c/{club}/rides/leaderboard": "the same",
        "/c/{club}/rides/leaderboard.csv": "the same", "/c/{club}/riddles/leaderboard": "the same",
        "/c/{club}/riddles/leaderboard.csv": "the same", "/c/{club}/practice/leaderboard": "the same",
        "/c/{club}/practice/leaderboard.csv": "the same", "/c/{club}/library/leaderboard": "the same",
        "/c/{club}/library/leaderboard.csv": "the same",
    ]

    private let name = "Ana Kovač"

    /// Parameters without a value in the demo club: their rows last only minutes, or an admin must remove something (see
    /// `RemovalTests`).
    private static let unseen: Set<String> = [":seek", ":removal"]

    /// The demo club in which Ana has blocked Ben, and a stranger who has a club of their own.
    private func withClub(
        _ body: @escaping @Sendable (_ addresses: [String: [String]], _ blocked: Visitor, _ stranger: Visitor) async throws -> Void
    )
        async throws
    {
        try await TestSite.open { site in
            let demo = DemoClub(site.server)
            try await #expect(demo.load())
            try await demo.complete()
            let people = (site.visitor(), site.visitor(), try await site.person("dora"))
            for (person, name) in [(people.0, "ana"), (people.1, "ben")] {
                try await person.post("/login", ["login": name, "password": DemoClub.password])
            }
            try await people.2.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            let connection = try ScriptConnection(url: site.test.superuserURL)
            var addresses: [String: [String]] = [:]
            for pattern in siteRouter(site.server.services).map.patterns(answering: .get) where pattern.hasPrefix("/c/") {
                addresses[pattern] = try Self.addresses(of: pattern, connection)
            }
            let settings = try await people.0.post(
                "/c/shoreline/settings", ["name": "Shoreline Club", "description": "", "visibility": "private", "hue": "195"])
            #expect(settings.status == .seeOther)
            try await people.0.post("/c/shoreline/blocks", ["member": people.1.member(in: "/c/shoreline")])
            try await body(addresses, people.1, people.2)
        }
    }

    private static func addresses(of pattern: String, _ connection: ScriptConnection, demo: Bool = true) throws -> [String] {
        try pattern.split(separator: "/").reduce(into: [""]) { addresses, part in
            let part = String(part).replacing("{", with: ":").replacing("}", with: "")
            guard part.hasPrefix(":"), part != ":club" else {
                return addresses = addresses.map { $0 + "/" + (part == ":club" ? DemoClub.slug : part) }
            }
            let found = try values(of: part, connection)
            #expect(!demo || !found.isEmpty || unseen.contains(part), "The demo club shows nothing for \(pattern)")
            addresses = addresses.flatMap { address in found.map { address + "/" + $0 } }
        }
    }

    /// Visits every address, a few at a time.
    private static func visitAll(
        _ addresses: [String: [String]], _ visit: @escaping @Sendable (_ pattern: String, _ address: String) async throws -> Void
    ) async throws {
        var rest = addresses.flatMap { pattern, addresses in addresses.map { (pattern, $0) } }[...]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (pattern, address) in rest.prefix(4) { group.addTask { try await visit(pattern, address) } }
            rest = rest.dropFirst(4)
            while try await group.next() != nil {
                if let (pattern, address) = rest.popFirst() { group.addTask { try await visit(pattern, address) } }
            }
        }
    }

    @Test func `a blocked member sees the other on listed pages only`() async throws {
        try await withClub { addresses, ben, _ in
            let found = Locked<Set<String>>([])
            try await Self.visitAll(addresses) { pattern, address in
                let page = try await ben.get(address)
                #expect(page.status.code < 500, "\(address)")
                if page.text.contains(name) { found.change { _ = $0.insert(pattern) } }
            }
            let seen = found.value
            #expect(seen.subtracting(Self.seenNonetheless.keys).sorted() == [])
            #expect(Set(Self.seenNonetheless.keys).subtracting(seen).sorted() == [])
        }
    }

    /// A fragment may depend only on the topics that its route declares.
    @Test func `every unchanged fragment is answered from memory`() async throws {
        try await TestSite.open { site in
            let demo = DemoClub(site.server)
            try await #expect(demo.load())
            let ana = site.visitor()
            try await ana.post("/login", ["login": "ana", "password": DemoClub.password])
            let connection = try ScriptConnection(url: site.test.superuserURL)
            let routes = siteRouter(site.server.services).map.liveRoutes
            for route in routes {
                for address in try Self.addresses(of: route.pattern, connection, demo: false) {
                    // A member who becomes present meanwhile changes the fragment.
                    let isKnown = try await eventually {
                        let shown = try await ana.get(address)
                        guard shown.status == .ok, let tag = shown.headers[.eTag] else { return true }
                        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: address)
                        request.headerFields[.ifNoneMatch] = tag
                        request.headerFields[.cookie] = "session=\(ana.sessionToken)"
                        let handler = site.server.connections.handler
                        return if case .isAnswered = handler.receive(request, nil, from: EmbeddedChannel()) { true } else { false }
                    }
                    #expect(isKnown, "\(route.pattern): its parts depend on other topics than memberLive says")
                }
            }
        }
    }

    @Test func `members of other clubs see nothing of a private club`() async throws {
        try await withClub { addresses, _, dora in
            // They are refused before anything is read, so a few addresses of each pattern are enough.
            try await Self.visitAll(addresses.mapValues { Array($0.prefix(4)) }) { pattern, address in
                let page = try await dora.get(address)
                #expect(page.status == .notFound, "\(pattern)")
                #expect(!page.text.contains("Kovač") && !page.text.contains("Shoreline"), "\(pattern)")
                // The address of the stranger's own club shows nothing of it either.
                let own = try await dora.get(address.replacing("/c/\(DemoClub.slug)", with: "/c/other"))
                #expect(!own.text.contains("Kovač") && !own.text.contains("Okafor"), "\(pattern)")
            }
        }
    }
}
