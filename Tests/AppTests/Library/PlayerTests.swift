import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App

/// Followed members, their games, and their names on platforms.
struct PlayerTests {
    private func put(_ name: String, _ lists: [(Visitor, [String: String])], in club: ClubOfTwo) async throws -> String {
        let game = try #require(try await club.ana.post(club.path + "/library/games", ["name": name]).headers[.location])
        for (who, entry) in lists { try await #expect(who.post(game + "/entry", entry).status == .seeOther) }
        return game
    }

    private func follow(_ other: Visitor, _ who: Visitor, in club: ClubOfTwo) async throws {
        try await who.post(club.path + "/follows", ["member": try await other.member(in: club.path)])
    }

    @Test func `followed members are listed with their games and games in common`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let page = club.path + "/library/players"
            try await #expect(club.ana.get(page).text.contains("You follow nobody yet."))
            try await follow(club.ben, club.ana, in: club)
            _ = try await put("Arch", [(club.ana, ["state": "wants"]), (club.ben, ["state": "plays"])], in: club)
            _ = try await put("Bay", [(club.ben, ["state": "finished", "rating": "8"])], in: club)
            let text = try await club.ana.get(page).text
            #expect(text.contains("plays Arch") && text.contains("1 game in common") && text.contains("Write<span"))
            #expect(text.contains("has started") && text.contains("has finished") && text.contains("8 of 10"))
            let common = try await club.ana.get(page + "/ben/common").text
            #expect(common.contains("Arch") && !common.contains("Bay"))
            for (kind, there, gone) in [("started", "has started", "has finished"), ("finished", "has finished", "has started")] {
                let news = try await club.ana.get(page + "?news=\(kind)").text
                #expect(news.contains(there) && !news.contains(gone))
            }
            try await #expect(club.ana.get(page + "?news=burnt").status == .notFound)
            for path in [page, page + "/ben/common", club.path + "/library/names"] {
                try await #expect(site.roundTrips { _ = try await club.ana.get(path) } <= 1, "\(path)")
            }
        }
    }

    @Test func `news show the latest action and nothing of hidden lists`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let page = club.path + "/library/players"
            try await follow(club.ben, club.ana, in: club)
            let game = try await put("Arch", [(club.ben, ["state": "wants"])], in: club)
            try await #expect(!club.ana.get(page).text.contains("Arch"))
            try await club.ben.post(game + "/entry", ["state": "wants", "rating": "7"])
            try await #expect(club.ana.get(page).text.contains("has rated"))
            try await club.ben.post(game + "/entry", ["state": "again", "rating": "7"])
            let text = try await club.ana.get(page).text
            #expect(text.contains("has started") && !text.contains("has rated"))
            // Later actions on hidden lists or of other kinds do not push it out.
            for number in 1...12 { _ = try await put("Bay \(number)", [(club.ben, ["state": "finished"])], in: club) }
            try await #expect(club.ana.get(page + "?news=started").text.contains("Arch"))
            try site.run("UPDATE members SET for_me = for_me || '{library_finished}' WHERE handle = 'ben'")
            try await #expect(club.ana.get(page).text.contains("Arch"))
            for kind in ["library_news", "library_again"] {
                try site.run("UPDATE members SET for_me = for_me || '{\(kind)}' WHERE handle = 'ben'")
                try await #expect(!club.ana.get(page).text.contains("has started"), "\(kind)")
                try site.run("UPDATE members SET for_me = array_remove(for_me, '\(kind)') WHERE handle = 'ben'")
            }
            try await #expect(club.ana.get(page).text.contains("has started"))
            try await club.ben.post(club.path + "/blocks", ["member": try await club.ana.member(in: club.path)])
            let hidden = try await club.ana.get(page).text
            #expect(!hidden.contains("Ben") && !hidden.contains("Arch"))
            try await #expect(club.ana.get(page + "/ben/common").status == .notFound)
        }
    }

    @Test func `members choose who sees their platform names`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (names, games) = (club.path + "/library/names", club.path + "/library/players/ben")
            for (name, audience) in [("open", "club"), ("close", "friends"), ("own", "me")] {
                let added = try await club.ben.post(names, ["platform": "PC", "name": "ben-" + name, "audience": audience])
                #expect(added.status == .seeOther)
            }
            var text = try await club.ana.get(games).text
            #expect(text.contains("ben-open") && !text.contains("ben-close") && !text.contains("ben-own"))
            try await follow(club.ben, club.ana, in: club)
            try await follow(club.ana, club.ben, in: club)
            text = try await club.ana.get(games).text
            #expect(text.contains("ben-open") && text.contains("ben-close") && !text.contains("ben-own"))
            for (fields, words) in [
                (["platform": "", "name": "a"], "Write the platform"), (["platform": "PC", "name": ""], "Write the name"),
                (["platform": "PC", "name": String(repeating: "n", count: 101)], "Use at most 100"),
            ] {
                let answer = try await club.ben.post(names, fields)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words))
            }
            let removal = try #require(try await club.ben.get(names).text.firstMatch(of: /action="([^"]+\/removal)"/)).1
            try await club.ana.post(String(removal), [:])
            try #expect(site.rows("SELECT count(*) FROM platform_names") == ["3"])
            try await club.ben.post(String(removal), [:])
            try #expect(site.rows("SELECT count(*) FROM platform_names") == ["2"])
        }
    }

    @Test func `a member with twenty platform names can still change who sees one`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let names = club.path + "/library/names"
            func add(_ number: Int, for audience: String) async throws -> HTTPResponse.Status {
                try await club.ben.post(names, ["platform": "PC", "name": "ben-\(number)", "audience": audience]).status
            }
            for number in 1...20 { try await #expect(add(number, for: "me") == .seeOther) }
            try await #expect(add(21, for: "me") == .unprocessableContent)
            try await #expect(add(7, for: "club") == .seeOther)
            try #expect(site.rows("SELECT name FROM platform_names WHERE audience = 'club'") == ["ben-7"])
        }
    }
}
