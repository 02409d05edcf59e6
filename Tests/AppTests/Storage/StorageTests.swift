import Foundation
import Postgres
import TestSupport
import Testing

@testable import App

/// Limits on what members, accounts and clubs may keep, and the storage accounts that count it.
struct StorageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var limit: StorageLimit
        /// The table whose rows are counted.
        var table: String
        /// The path and fields of the request with a number.
        var request: @Sendable (Int) -> (path: String, fields: [String: String])
        var testDescription: String { limit.rawValue }
    }

    private static let park = "INSERT INTO parks (club_id, name) VALUES (1, 'Park') RETURNING id"
    private static let ride = """
        SET app.club_id = '1';
        WITH park AS (\(park)) INSERT INTO rides (club_id, park_id, name, kind) SELECT 1, id, 'Comet', 'coaster' FROM park
        """

    static let cases = [
        Case(limit: .messages, table: "messages") { ("/lobby/messages", ["text": "Line \($0)", "idempotency_key": "n\($0)"]) },
        Case(limit: .laps, table: "lap_actions") { ("/rides/1/laps", ["idempotency_key": "lap-number-\($0)"]) },
        Case(limit: .visits, table: "check_ins") { ("/today", ["park": "1", "audience": $0.isMultiple(of: 2) ? "club" : "me"]) },
        Case(limit: .riddles, table: "riddles WHERE sender_id IS NOT NULL") {
            ("/riddles", ["emoji": "😀", "solution": "Smile \($0)", "kind": "saying", "audience": "club"])
        },
        Case(limit: .corrections, table: "corrections") { ("/parks/1", ["name": "Park \($0)", "time_zone": "UTC"]) },
        Case(limit: .parks, table: "parks") { ("/parks", ["name": "Park \($0)", "time_zone": "UTC"]) },
        Case(limit: .rides, table: "rides") { ("/parks/1/rides", ["name": "Ride \($0)", "kind": "coaster", "status": "operating"]) },
    ]

    @Test(arguments: cases)
    func `twenty parallel requests do not exceed a storage limit`(testCase: Case) async throws {
        try await TestSite.open(connections: 12) { settings in
            settings.storageLimits[testCase.limit] = 4
        } _: { site in
            let club = try await site.clubOfTwo()
            try site.run(Self.ride)
            let answers = try await withThrowingTaskGroup(of: Visitor.Answer.self, returning: [Visitor.Answer].self) { group in
                for number in 0..<20 {
                    let (path, fields) = testCase.request(number)
                    group.addTask { try await club.ana.post(club.path + path, fields) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let kept = Int(try site.rows("SELECT count(*) FROM \(testCase.table)")[0]) ?? 0
            // All check-ins at one park are one row. The next test uses several parks.
            guard testCase.limit != .visits else { return }
            #expect(kept == 4)
            let refused = answers.filter { $0.status == .conflict }
            #expect(!refused.isEmpty)
            for answer in refused { #expect(answer.text.contains(testCase.limit.sentence)) }
            // The lobby shows the limit before the member types anything again.
            try await #expect(eventually { try await club.ana.get(club.path + "/lobby").text.contains(testCase.limit.sentence) })
            try await #expect(!club.ben.get(club.path + "/lobby").text.contains(testCase.limit.sentence))
        }
    }

    @Test func `check-ins at more parks than the limit are refused`() async throws {
        try await TestSite.open { settings in
            settings.storageLimits[.visits] = 4
        } _: { site in
            let club = try await site.clubOfTwo()
            try site.run(Self.ride)
            try site.run("INSERT INTO parks (club_id, name) SELECT 1, 'Park ' || n FROM generate_series(2, 6) n")
            for park in 1...6 {
                let answer = try await club.ana.post(club.path + "/today", ["park": "\(park)", "audience": "me"])
                #expect(answer.status == (park <= 4 ? .seeOther : .conflict), "\(park)")
            }
            try #expect(site.rows("SELECT count(*) FROM check_ins") == ["4"])
        }
    }

    @Test func `deleting rows makes room again`() async throws {
        try await TestSite.open { settings in
            settings.storageLimits[.riddles] = 1
        } _: { site in
            let club = try await site.clubOfTwo()
            let form = ["emoji": "😀", "solution": "A smile", "kind": "saying", "audience": "club"]
            #expect(try await club.ana.post(club.path + "/riddles", form).status == .seeOther)
            #expect(try await club.ana.post(club.path + "/riddles", form).status == .conflict)
            let sentence = StorageLimit.riddles.sentence
            try await #expect(eventually { try await club.ana.get(club.path + "/riddles").text.contains(sentence) })
            try site.run("SET app.club_id = '1'; DELETE FROM riddles WHERE sender_id = 1")
            try await site.server.cleanUp.turn()
            try await #expect(eventually { try await !club.ana.get(club.path + "/riddles").text.contains(sentence) })
            #expect(try await club.ana.post(club.path + "/riddles", form).status == .seeOther)
        }
    }

    @Test func `an account can join only a limited number of clubs`() async throws {
        try await TestSite.open(connections: 12) { settings in
            settings.storageLimits[.clubs] = 3
        } _: { site in
            let ana = try await site.person("ana")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        _ = try await ana.post("/clubs/new", ["name": "Club \(number)", "slug": "club-\(number)", "visibility": "public"])
                    }
                }
                try await group.waitForAll()
            }
            try #expect(site.rows("SELECT count(*) FROM memberships") == ["3"])
            try #expect(site.rows("SELECT count(*) FROM clubs") == ["3"])
            try await #expect(ana.get("/clubs/new").text.contains(StorageLimit.clubs.sentence))
            let ben = try await site.person("ben")
            try await ben.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            let page = try await ana.get("/c/other/")
            #expect(page.text.contains(StorageLimit.clubs.sentence) && !page.text.contains("Join the club"))
            let refused = try await ana.post("/c/other/members", [:])
            #expect(refused.status == .conflict && refused.text.contains(StorageLimit.clubs.sentence))
        }
    }

    @Test func `a club can have only a limited number of members`() async throws {
        try await TestSite.open(connections: 12) { settings in
            settings.storageLimits[.members] = 3
        } _: { site in
            let club = try await site.clubOfTwo(visibility: "public")
            var others: [Visitor] = []
            for name in ["cleo", "dina", "edu", "finn"] { others.append(try await site.person(name)) }
            let newcomers = others
            try await withThrowingTaskGroup(of: Void.self) { group in
                for other in newcomers { group.addTask { _ = try await other.post(club.path + "/members", [:]) } }
                try await group.waitForAll()
            }
            try #expect(site.rows("SELECT count(*) FROM memberships") == ["3"])
            try await #expect(site.visitor().get(club.path + "/").text.contains(StorageLimit.members.sentence))
        }
    }

    @Test func `bytes of an account are limited in all its clubs together`() async throws {
        try await TestSite.open { settings in
            settings.storageLimits[.textBytes] = 2
        } _: { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post("/clubs/new", ["name": "Second", "slug": "second", "visibility": "public"])
            let line = { (number: Int) in ["text": "Line \(number)", "idempotency_key": "n\(number)"] }
            // Writes as a superuser, who has no limits unless they are set. A member has a different number in each club.
            func write(in club: Int, as member: Int, limit: String = "") throws {
                try site.run(
                    """
                    SET boardwalk.limit_text_bytes = '\(limit)'; SET app.club_id = '\(club)'; INSERT INTO messages (club_id, room_kind, room_number, member_id, text, idempotency_key)
                    SELECT \(club), 'lobby', 0, \(member), repeat('x', 500), 'x' || n FROM generate_series(1, 800) n
                    """)
            }
            let number = try #require(Int(try site.rows("SELECT max(id) FROM members")[0]))
            try write(in: 2, as: number, limit: "2097152")
            #expect(try await club.ana.post("/c/second/lobby/messages", line(1)).status == .seeOther)
            // The limit belongs to the account, so both clubs show it.
            for path in ["/c/second", club.path] {
                try await #expect(eventually { try await club.ana.get(path + "/lobby").text.contains(StorageLimit.textBytes.sentence) })
            }
            try write(in: 1, as: 1)
            let refused = try await club.ana.post("/c/second/lobby/messages", line(2))
            #expect(refused.status == .conflict && refused.text.contains(StorageLimit.textBytes.sentence))
            #expect(refused.text.contains("Line 2"))
        }
    }

    @Test func `a member at the games limit cannot seek a game`() async throws {
        try await TestSite.open { settings in
            settings.storageLimits[.games] = 1
        } _: { site in
            let club = try await site.clubOfTwo()
            #expect(try await club.ana.post(club.path + "/games", ["strength": "easy"]).status == .seeOther)
            try await #expect(eventually { try await club.ana.get(club.path + "/lobby").text.contains(StorageLimit.games.sentence) })
            let refused = try await club.ana.post(club.path + "/seeks", [:])
            #expect(refused.status == .conflict && refused.text.contains(StorageLimit.games.sentence))
            try #expect(site.rows("SELECT count(*) FROM seeks") == ["0"])
        }
    }

    @Test func `a member's limits do not refuse actions of others`() async throws {
        try await TestSite.open { settings in
            settings.storageLimits[.games] = 1
            settings.storageLimits[.textBytes] = 2
        } _: { site in
            let club = try await site.clubOfTwo()
            let challenge = ["member": "2", "starts": "from"]
            #expect(try await club.ana.post(club.path + "/challenges", challenge).status == .seeOther)
            // Ana has the first move, so both the challenge and the game count for her.
            let number = try site.rows("SELECT id FROM challenges")[0]
            #expect(try await club.ben.post(club.path + "/challenges/\(number)/acceptance", [:]).status == .seeOther)
            try #expect(site.rows("SELECT rows FROM storage WHERE kind = 'games' AND member_id = 1") == ["2"])
            // Updates are allowed, because an admin may make them. Inserts are refused.
            let line =
                "INSERT INTO messages (club_id, room_kind, room_number, member_id, text, idempotency_key) SELECT 1, 'lobby', 0, 1, 'x', 'x' || n"
            try site.run("SET app.club_id = '1'; \(line) FROM generate_series(1, 120) n")
            let limited = "SET app.club_id = '1'; SET boardwalk.limit_text_bytes = '100000'; "
            try site.run(limited + "UPDATE messages SET text = repeat('x', 500)")
            #expect(throws: (any Error).self) { try site.run(limited + line + " FROM generate_series(200, 400) n") }
            // The membership records the limits that are reached.
            try #expect(site.rows("SELECT full_storage FROM memberships WHERE member_id = 1") == ["{games,text_bytes}"])
        }
    }

    @Test func `storage accounts agree with the rows after every kind of change`() async throws {
        try await TestSite.open(connections: 4) { site in
            let club = try await site.clubOfTwo()
            try site.run(Self.ride)
            for testCase in Self.cases {
                for number in 1...3 {
                    let (path, fields) = testCase.request(number)
                    _ = try await club.ana.post(club.path + path, fields)
                }
            }
            try site.run(
                """
                SET app.club_id = '1';
                UPDATE rides SET notes = repeat('n', 900), former_names = '{Old name}' WHERE id = 1;
                UPDATE messages SET text = '' WHERE id = (SELECT min(id) FROM messages);
                DELETE FROM lap_actions WHERE id = (SELECT min(id) FROM lap_actions);
                DELETE FROM parks WHERE NOT EXISTS (SELECT FROM rides r WHERE r.park_id = parks.id)
                """)
            try site.run(
                """
                SET app.club_id = '1';
                INSERT INTO video_games (club_id, name, added_by) VALUES (1, 'Mine', 1), (1, 'Also mine', 1);
                UPDATE video_games SET description = repeat('d', 400) WHERE name = 'Mine';
                INSERT INTO video_game_covers (club_id, video_game_id, member_id, size, digest, width, height, data)
                SELECT club_id, id, added_by, 'small', sha256('a'), 1, 1, decode(repeat('ab', 400), 'hex') FROM video_games;
                UPDATE video_game_covers SET data = decode(repeat('ab', 700), 'hex');
                DELETE FROM video_games WHERE name = 'Also mine';
                INSERT INTO riddle_plays (club_id, member_id, riddle_id, sender_id, is_direct) SELECT 1, 2, min(id), 1, true FROM riddles;
                INSERT INTO riddle_answers (club_id, member_id, riddle_id, number, text, match)
                SELECT club_id, member_id, riddle_id, 1, 'A guess', 'none' FROM riddle_plays
                """)
            try await #expect(site.database.read(tenant: 1, StorageQueries().differences()) == [])
            try #expect(site.rows("SELECT bytes > 3000 FROM storage WHERE member_id = 1 AND kind = 'library'") == ["t"])
            try #expect(site.rows("SELECT bytes > 700 FROM storage WHERE member_id = 2 AND kind = 'riddles'") == ["t"])
            try #expect(
                site.rows("SELECT kind FROM storage GROUP BY kind ORDER BY kind COLLATE \"C\"") == [
                    "corrections", "laps", "library", "messages", "parks", "riddles", "rides", "visits",
                ])
            // The check finds a wrong count.
            try site.run("UPDATE storage SET rows = rows + 1 WHERE kind = 'messages'")
            try await #expect(site.database.read(tenant: 1, StorageQueries().differences()).count == 1)
        }
    }

    @Test func `members see their own storage, admins the club's, and others nothing`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post(club.path + "/lobby/messages", ["text": "Hello", "idempotency_key": "1"])
            let admin = try await club.ana.get(club.path + "/storage").text
            #expect(admin.contains("1 of 200,000") && admin.contains("Members who store most"))
            let member = try await club.ben.get(club.path + "/storage").text
            #expect(!member.contains("1 of 200,000") && !member.contains("Members who store most"))
            let account = try await club.ana.get("/account/storage").text
            #expect(account.contains("Chat and messages") && account.contains("1 of 20<"))
            let stranger = try await site.person("cleo")
            #expect(try await stranger.get(club.path + "/storage").status == .notFound)
            try await #expect(!stranger.get("/account/storage").text.contains("Chat and messages"))
        }
    }

    @Test func `metrics show the storage size of each kind`() async throws {
        try await TestSite.open { site in
            _ = try await site.clubOfTwo()
            try await site.server.cleanUp.turn()
            let text = site.server.metrics.text(.prometheus)
            for kind in StorageKind.allCases {
                #expect(text.firstMatch(of: try Regex(#"boardwalk_storage_bytes\{kind="\#(kind.rawValue)"\} [1-9]"#)) != nil, "\(kind)")
            }
        }
    }

    @Test func `a former member has no storage account`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ben.post(club.path + "/lobby/messages", ["text": "Hello", "idempotency_key": "1"])
            try site.run("UPDATE memberships SET leaving_at = now() - interval '1 minute' WHERE member_id = 2")
            for _ in 0..<3 { try await site.server.cleanUp.turn() }
            try #expect(site.rows("SELECT count(*) FROM storage WHERE member_id = 2") == ["0"])
        }
    }

    @Test func `a session over the account's limit ends the oldest one`() async throws {
        try await TestSite.open { site in
            _ = try await site.person("ana")
            try site.run(
                """
                INSERT INTO sessions (token_hash, account_id, user_agent, expires_at, seen_at)
                SELECT sha256(n::text::bytea), 1, 'old ' || n, now() + interval '1 day', now() - make_interval(mins => n)
                FROM generate_series(1, 49) n
                """)
            try await site.visitor().post("/login", ["login": "ana", "password": "a good long one"])
            try #expect(site.rows("SELECT count(*) FROM sessions") == ["50"])
            try #expect(site.rows("SELECT count(*) FROM sessions WHERE user_agent = 'old 49'") == ["0"])
            // A session that is cached in memory ends as well.
            let first = site.visitor()
            try await first.post("/login", ["login": "ana", "password": "a good long one"])
            try await #expect(first.get("/account").status == .ok)
            try site.run(
                """
                UPDATE sessions SET seen_at = now() - interval '1 day'
                WHERE id = (SELECT id FROM sessions ORDER BY created_at DESC LIMIT 1)
                """)
            try await site.visitor().post("/login", ["login": "ana", "password": "a good long one"])
            try await #expect(first.get("/account").status == .seeOther)
        }
    }

    /// Tables without a storage account, each with the reason why one account cannot fill it.
    private static let bounded = [
        "account_identities": "one for each provider that the operator set up",
        "account_pictures": "two for each account",
        "accounts": "registrations are limited by network",
        "badge_counts": "one for each badge of a club",
        "badge_recalculations": "one for each member",
        "badges": "one for each badge and member",
        "blocked_accounts": "copies of blocks, at most 500 for each member",
        "blocks": "at most 500 for each member",
        "clubs": "20 for each account; a club without members is deleted",
        "conversation_sides": "two for each pair of members",
        "conversations": "one for each pair of members",
        "counting_rules": "one for each club",
        "dismissals": "one for each pair of members",
        "evening_guests": "one for each evening and member that it names, at most some dozen",
        "evening_games": "at most some dozen for each evening",
        "follows": "one for each pair of members",
        "home_parks": "one for each member",
        "igdb_accounts": "one for each account",
        "igdb_requests": "as many as requests to IGDB at once",
        "invitations": "one open and a hundred closed ones for each club",
        "laps": "one for each day of a ride, and each follows from lap actions",
        "library_import_rows": "one file for each member, of a limited number of lines",
        "library_imports": "one for each member",
        "library_leaderboard_totals": "one for each measure and year",
        "library_totals": "one for each state and member",
        "likes": "one for each photo and member",
        "members": "20,000 for each club",
        "memberships": "20 for each account",
        "notices": "deleted after 90 days, one for each kind and subject",
        "own_counting_rules": "one for each member",
        "park_trigrams": "pieces of the names of parks, which are limited in number and length",
        "pending_identities": "one for each browser, for half an hour; begun sign-ins are limited by network",
        "photo_tags": "20 for each photo",
        "pending_sign_ins": "kept for ten minutes, and begun with the right password, which is limited",
        "platform_names": "20 for each member",
        "practice_days": "one for each day",
        "practice_levels": "one for each game",
        "practice_links": "10 for each member",
        "practice_settings": "one for each member",
        "practice_task_days": "one for each task and day, today and yesterday only",
        "practice_tasks": "30 for each member",
        "practice_totals": "one for each game",
        "presence": "one for each member",
        "recovery_codes": "ten for each account",
        "removals": "one for each removed line or photo, for 30 days",
        "reset_links": "made by the operator only",
        "member_rides": "one for each ride and member, and rides are limited",
        "riddle_disputes": "one for each riddle and member",
        "riddle_jurors": "some for each dispute",
        "riddle_totals": "one for each member",
        "ride_trigrams": "pieces of the names of rides, which are limited in number and length",
        "ride_months": "one for each ride and month",
        "ride_rank_totals": "one for each ride",
        "ride_ranks": "at most 200 for each member",
        "ride_wishes": "500 for each member",
        "member_ride_recalculations": "one for each member",
        "member_ride_totals": "some for each member",
        "schema_migrations": "one for each migration", "schema_objects": "one for each content of a file",
        "rating_days": "one for each day, for 30 days",
        "ratings": "one for each variant",
        "second_factors": "one for each account",
        "seeks": "one for each member",
        "sessions": "50 for each account",
        "shelf_games": "one for each title on a list and shelf",
        "shelves": "30 for each member",
        "sign_in_attempts": "kept for ten minutes, limited by network",
        "storage": "some for each member",
        "video_game_names": "31 for each title",
        "igdb_searches": "deleted after 90 days, and searches at IGDB are limited by account",
        "player_requests": "one for each member",
        "video_game_word_deletions": "some for each word of a title",
        "video_game_totals": "one for each title and club",
        "video_game_vocabulary": "one for each word of a title",
        "video_game_words": "some for each title",
        "wordley_words": "500 for each club",
    ]

    @Test func `every table has a storage account or a stated reason`() async throws {
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            let tables = try connection.rows(
                "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
            let stored = try connection.rows("SELECT name FROM stored_tables").compactMap { $0[0] }
            let all = Set(tables.compactMap { $0[0] })
            #expect(all.subtracting(stored) == Set(Self.bounded.keys))
            #expect(Set(stored).isSubset(of: all))
            let kinds = try connection.rows("SELECT DISTINCT kind FROM stored_tables").compactMap { $0[0] }
            #expect(Set(kinds) == Set(StorageKind.allCases.map(\.rawValue)))
        }
    }
}
