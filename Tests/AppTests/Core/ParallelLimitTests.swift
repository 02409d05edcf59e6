import Postgres
import Testing

@testable import App

/// Limits that count rows before they insert one. Parallel requests must not exceed a limit that sequential requests keep.
struct ParallelLimitTests {
    struct Limit: Sendable, CustomTestStringConvertible {
        var name: String
        var most: Int
        /// The table whose rows are counted by SQL.
        var count: String
        /// Inserts rows for member 1 of club 1 until there are `$1`.
        var fill: String
        /// The path and the fields of one request. Its argument is the number of the request.
        var request: @Sendable (Int) -> (path: String, fields: [String: String])
        var testDescription: String { name }
    }

    static let limits = [
        Limit(
            name: "tasks", most: 30, count: "practice_tasks",
            fill: """
                INSERT INTO practice_tasks (club_id, member_id, title, weekdays, has_notice, since)
                SELECT 1, 1, 'Task', 127, false, current_date FROM generate_series(1, $1)
                """
        ) { ("/practice/tasks", ["title": "Another \($0)", "weekday": "1"]) },
        Limit(
            name: "links", most: 10, count: "practice_links",
            fill: """
                INSERT INTO practice_links (club_id, member_id, token_hash, label, parts)
                SELECT 1, 1, sha256(n::text::bytea), 'Link', '{wordley}' FROM generate_series(1, $1) n
                """
        ) { ("/practice/links", ["label": "Another \($0)", "part": "wordley"]) },
        Limit(
            name: "shelves", most: 30, count: "shelves",
            fill: "INSERT INTO shelves (club_id, member_id, name, audience) SELECT 1, 1, 'Shelf ' || n, 'me' FROM generate_series(1, $1) n"
        ) { ("/library/shelves", ["name": "Another \($0)", "audience": "me"]) },
        Limit(
            name: "platform names", most: 20, count: "platform_names",
            fill: """
                INSERT INTO platform_names (club_id, member_id, platform, name, audience)
                SELECT 1, 1, 'Platform', 'Name ' || n, 'me' FROM generate_series(1, $1) n
                """
        ) { ("/library/names", ["platform": "Platform", "name": "Another \($0)", "audience": "me"]) },
        Limit(
            name: "wishes", most: 500, count: "ride_wishes",
            fill: """
                WITH park AS (INSERT INTO parks (club_id, name) VALUES (1, 'Park') RETURNING id), rides AS (
                    INSERT INTO rides (club_id, park_id, name, kind) SELECT 1, park.id, 'Ride ' || n, 'coaster' FROM park, generate_series(1, 520) n
                    RETURNING id)
                INSERT INTO ride_wishes (club_id, member_id, ride_id) SELECT 1, 1, id FROM rides ORDER BY id DESC LIMIT $1
                """
        ) { ("/rides/\($0 + 1)/wish", [:]) },
        Limit(
            name: "club words", most: 500, count: "wordley_words",
            fill: """
                INSERT INTO wordley_words (club_id, word)
                SELECT 1, 'z' || translate(lpad(n::text, 4, '0'), '0123456789', 'abcdefghij') FROM generate_series(1, $1) n
                """
        ) {
            (
                "/practice/words",
                [
                    "words": "y"
                        + String("\(1000 + $0)".map { Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8($0.wholeNumberValue ?? 0))) })
                ]
            )
        },
        Limit(
            name: "own titles", most: 1000, count: "video_games",
            fill: "INSERT INTO video_games (club_id, name, added_by) SELECT 1, 'Title ' || n, 1 FROM generate_series(1, $1) n"
        ) { ("/library/games", ["name": "Another \($0)"]) },
        Limit(
            name: "titles on the lists", most: 5000, count: "library_entries",
            fill: """
                SET session_replication_role = replica;
                INSERT INTO video_games (club_id, name) SELECT 1, 'Title ' || n FROM generate_series(1, 5020) n;
                SET session_replication_role = DEFAULT;
                INSERT INTO library_entries (club_id, member_id, video_game_id, own_video_game_id, state)
                SELECT 1, 1, id, id, 'wants' FROM video_games ORDER BY id DESC LIMIT $1
                """
        ) { ("/library/games/\($0 + 1)/entry", ["state": "wants"]) },
    ]

    @Test(arguments: limits)
    func `twenty parallel requests do not exceed a limit`(limit: Limit) async throws {
        try await TestSite.open(connections: 12) { site in
            let club = try await site.clubOfTwo()
            // A superuser has no statement timeout.
            try site.run("SET app.club_id = '1'; " + limit.fill.replacing("$1", with: "\(limit.most - 3)"))
            try await club.ana.inParallel(20) { number in
                let (path, fields) = limit.request(number)
                return (club.path + path, fields)
            }
            try #expect(site.rows("SELECT count(*) FROM \(limit.count)") == ["\(limit.most)"])
        }
    }

    @Test func `parallel requests for one name add one game`() async throws {
        try await TestSite.open(connections: 12) { site in
            let club = try await site.clubOfTwo()
            async let first: Void = club.ana.inParallel(10) { _ in (club.path + "/library/games", ["name": "Lanternfall"]) }
            async let second: Void = club.ben.inParallel(10) { _ in (club.path + "/library/games", ["name": "LANTERNFALL"]) }
            _ = try await (first, second)
            try #expect(site.rows("SELECT count(*) FROM video_games") == ["1"])
        }
    }
}

extension Visitor {
    fileprivate func inParallel(_ count: Int, _ request: @escaping @Sendable (Int) -> (String, [String: String])) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                let (path, fields) = request(number)
                group.addTask { _ = try await self.post(path, fields) }
            }
            try await group.waitForAll()
        }
    }
}
