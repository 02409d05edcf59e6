import Foundation
import HTMLTemplates
import Testing
import TestSupport

@testable import App
@testable import Postgres

/// Compares the schema and the folders with what the features declare, so that nothing is forgotten.
struct FeatureTests {
    /// Tables that name members or accounts but are not exported, with the reason.
    private static let keptBack = [
        "sessions": "the account's page shows them", "memberships": "the account names its clubs", "conversations": "their sides do",
        "presence": "gone in a day", "seeks": "gone in minutes", "player_requests": "gone in hours",
        "blocked_accounts": "it says who is somewhere else",
        "library_totals": "sums of what is on the lists", "library_leaderboard_totals": "sums of what is on the lists",
        "library_imports": "files of their own, gone in a month", "reset_links": "gone in half an hour",
        "badge_recalculations": "gone in seconds",
        "igdb_accounts": "gone in an hour", "pending_sign_ins": "gone in ten minutes",
        "second_factors": "the account's page shows since when; the secret is shown once",
        "member_ride_recalculations": "gone in seconds",
    ]
    /// Tables that no erasure step changes, with the reason.
    private static let kept = [
        "sessions": "they go with the account", "memberships": "that is what leaving ends", "games": "they are the opponent's as well",
        "conversations": "they are the other's as well", "reset_links": "they go with the account",
        "account_identities": "they go with the account", "account_pictures": "they go with the account",
        "igdb_accounts": "they go with the account", "pending_sign_ins": "they go with the account",
        "second_factors": "they go with the account",
    ]

    @Test func `every table that names members is exported and erased`() async throws {
        try await TestDatabase.withMigrated { database in
            let tables = try ScriptConnection(url: database.superuserURL).rows(
                """
                SELECT DISTINCT conrelid::regclass::text FROM pg_constraint
                WHERE contype = 'f' AND confrelid IN ('members'::regclass, 'accounts'::regclass)
                """
            ).compactMap { $0[0] }
            #expect(tables.count > 15)
            let handedOut = features.flatMap(\.exports).flatMap(\.statements)
            let erased = features.flatMap(\.erasureSteps).compactMap(\.statement)
            for table in tables {
                let (read, change) = (try Regex("(FROM|JOIN) \\(?\(table)\\b"), try Regex("(DELETE FROM|UPDATE) \(table)\\b"))
                let isHandedOut = handedOut.contains { $0.contains(read) }
                #expect(isHandedOut != (Self.keptBack[table] != nil), "\(table) and the copy of everything")
                let isErased = erased.contains { $0.contains(change) }
                #expect(isErased != (Self.kept[table] != nil), "\(table) and whoever leaves")
            }
            #expect(Set(tables).isSuperset(of: Set(Self.kept.keys).union(Self.keptBack.keys)))
        }
    }

    @Test func `every page is registered and every template is used`() throws {
        let sources = try files(below: "Sources/App", ending: ".swift").map { try String(contentsOfFile: $0, encoding: .utf8) }
        let declared = sources.flatMap { $0.matches(of: /(?:struct|class) (\w+): (?:Page|ProfileSection|HubCard)\b/).map { String($0.1) } }
        #expect(Set(declared) == Set(sitePages.map { "\($0)" }))
        let folder = TestDatabase.root + "/Templates/"
        let templates = try files(below: "Templates", ending: ".html")
        let texts = try templates.map { try String(contentsOfFile: $0, encoding: .utf8) }
        let parts = Set(texts.flatMap { $0.matches(of: /\{\{\s*[><$]\s*([\w\/\-]+)/).map { String($0.1) } })
        // Parts of charts, which have tests of their own.
        let pages = Set(sitePages.map { $0.template }).union(["_chart-bars", "_chart-heat-map"])
        for template in templates {
            let name = String(template.dropFirst(folder.count).dropLast(5))
            #expect(pages.contains(name) || parts.contains(name), "\(name)")
        }
    }

    @Test func `the documentation lists every address`() async throws {
        let document = try String(contentsOfFile: TestDatabase.root + "/docs/routes.md", encoding: .utf8)
        try await TestSite.open { site in
            let table = siteRouter(site.server.services).map.markdown
            #expect(document.hasSuffix("\n\n" + table + "\n"), "Put this table at the end of docs/routes.md:\n\(table)")
        }
    }

    @Test func `nginx allows large bodies for every upload`() async throws {
        let configuration = try String(contentsOfFile: TestDatabase.root + "/deploy/nginx.conf", encoding: .utf8)
        let patterns = configuration.matches(of: /location ~ (\S+) \{\n(?s:.*?)\n    \}/).filter {
            $0.0.contains(/client_max_body_size \d+m;/)
        }
        .map { String($0.1) }
        try await TestSite.open { site in
            let large = try patterns.map { try Regex($0) }
            let uploads = siteRouter(site.server.services).map.uploads
            #expect(!uploads.isEmpty)
            for pattern in uploads {
                let path = pattern.replacing(/:\w+|\{\w+\}/, with: "1")
                #expect(large.contains { path.contains($0) }, "\(pattern) needs its limit in deploy/nginx.conf")
            }
        }
    }

    @Test func `every kind of message and notice is deleted with its subject`() async throws {
        // Members are never deleted.
        let ofMembers: Set<String> = ["friend"]
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            func kinds(of function: String) throws -> Set<String> {
                let rows = try connection.rows(
                    "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgfoid = $1::text::regproc AND NOT tgisinternal", [function])
                return Set(rows.compactMap { $0[0] }.flatMap { $0.matches(of: /'([a-z_]+)'/).map { String($0.1) } })
            }
            let numbered = ChatRoomKind.all.filter { $0 != .lobby }
            try #expect(kinds(of: "delete_room") == Set(numbered.map(\.name)))
            try #expect(kinds(of: "delete_notices") == Set(NoticeKind.all.map(\.name.description)).subtracting(ofMembers))
        }
    }

    @Test func `every privacy kind that the sources name exists`() throws {
        let names = PrivacyKind.all.map(\.name.description)
        #expect(Set(names).count == names.count)
        for file in try files(below: "Sources/App", ending: ".swift") {
            let source = try String(contentsOfFile: file, encoding: .utf8)
            for match in source.matches(of: /PrivacyKind\.isFor\w+\("(\w+)"/) {
                #expect(names.contains(String(match.1)), "\(file): there is no kind \(match.1), and what is of no kind everybody sees.")
            }
        }
    }

    @Test func `everything that a feature declares is registered and used`() throws {
        let paths = try files(below: "Sources/App", ending: ".swift")
        let sources = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
        let all = sources.joined(separator: "\n")
        func names(_ pattern: Regex<(Substring, Substring)>) -> Set<String> { Set(all.matches(of: pattern).map { String($0.1) }) }
        #expect(names(/struct (\w+): Feature\b/) == Set(features.map { "\(type(of: $0))" }))
        #expect(names(/: ClubPart\? = \.(\w+)/) == names(/static let (\w+) = ClubPart\(/))
        #expect(names(/AnyProfileSection\((\w+)\.self\)/) == names(/struct (\w+): ProfileSection\b/))
        #expect(names(/AnyHubCard\((\w+)\.self\)/) == names(/struct (\w+): HubCard\b/))
        #expect(names(/= ChatRoomKind\(\s*"(\w+)"/) == Set(ChatRoomKind.all.map(\.name)))
        #expect(names(/= WaitingKind\(\s*"(\w+)"/) == Set(WaitingKind.all.map(\.name.description)))
        #expect(names(/= NoticeKind\(\s*"(\w+)"/) == Set(NoticeKind.all.map(\.name.description)))
        for routes in names(/struct (\w+Routes)\b/) { #expect(all.contains(routes + "("), "\(routes) is nobody's") }
        for (path, source) in zip(paths, sources) where path.hasSuffix("Queries.swift") {
            let type = path.split(separator: "/").last.map { String($0.dropLast(6)) } ?? ""
            // A function is called where its queries are created, or in the same folder.
            let folders = Set(zip(paths, sources).filter { $0.1.contains(type + "()") }.map { $0.0.split(separator: "/").dropLast() })
            let users = zip(paths, sources).filter { folders.contains($0.0.split(separator: "/").dropLast()) }.map(\.1)
            for match in source.matches(of: /\n    func (\w+)\(/) {
                #expect(users.contains { $0.contains(".\(match.1)") }, "who calls \(type).\(match.1)?")
            }
        }
    }

    private func files(below folder: String, ending: String) throws -> [String] {
        let path = TestDatabase.root + "/" + folder
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(ending) }.map { path + "/" + $0 }
    }
}

extension Export {
    fileprivate var statements: [String] {
        let (me, account) = (ID<Member>(1), ID<Account>(1))
        return switch content {
        case .account(let query): [query(account, []).statement.sql.description]
        case .accountFile(let query): [query(account).statement.sql.description]
        case .record(let query): [query(me).statement.sql.description]
        case .list(let list): [list(me, 0, 1).statement.sql.description]
        case .lists(let heads, _, _, let list): [heads(me, 0, 1).statement.sql.description, list(1, me, 0, 1).statement.sql.description]
        case .files(let next): [next(me, 0).statement.sql.description]
        }
    }
}

extension ErasureStep {
    fileprivate var statement: String? {
        switch work {
        case .statement(let query): query(ID(1)).statement.sql.description
        case .rows(_, let query): query(ID(1), 1).statement.sql.description
        case .action: nil
        }
    }
}
