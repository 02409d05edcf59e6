import Foundation
import TestSupport
import Testing

@testable import App

struct PracticeTests {
    /// Plays a game of Wordley to its end and returns its page.
    private func play(_ isFound: Bool, _ site: TestSite, _ club: ClubOfTwo) async throws -> String {
        let game = try await club.ana.begin(.wordley, in: club.path)
        try site.ask("boat")
        let path = "\(club.path)/practice/wordley/\(game)"
        if isFound {
            _ = try await club.ana.guess("boat", 0, game, in: club.path)
        } else {
            try await club.ana.post(path + "/surrender", [:])
        }
        return try await club.ana.get(path).text
    }

    private func level(_ site: TestSite) throws -> [String] { try site.rows("SELECT level, run, moved, asks_easier FROM practice_levels") }

    @Test func `the level rises after three good games and asks before falling twice`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for _ in 1...2 { _ = try await play(true, site, club) }
            try #expect(level(site) == ["5 2 - f"])
            try await #expect(play(true, site, club).contains("The next one is a little harder."))
            try #expect(level(site) == ["7 0 harder f"])
            try await #expect(play(false, site, club).contains("The next one is a little easier."))
            try #expect(level(site) == ["6 0 easier f"])
            try await #expect(play(false, site, club).contains("Do you want the next one to be easier?"))
            try #expect(level(site) == ["6 0 - t"])
            try await club.ana.post(club.path + "/practice/levels", ["game": "wordley", "choice": "ease"])
            try #expect(level(site) == ["5 0 easier f"])
            // A repeated request does not lower the level again.
            try await club.ana.post(club.path + "/practice/levels", ["game": "wordley", "choice": "ease"])
            try #expect(level(site) == ["5 0 easier f"])
        }
    }

    @Test func `a held level does not change`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post(club.path + "/practice/levels", ["game": "wordley", "choice": "hold"])
            for _ in 1...3 { _ = try await play(true, site, club) }
            _ = try await play(false, site, club)
            try #expect(level(site) == ["5 0 - f"])
            try await club.ana.post(club.path + "/practice/levels", ["game": "wordley", "choice": "follow"])
            _ = try await play(false, site, club)
            try #expect(level(site) == ["3 0 easier f"])
            for fields in [["game": "chess", "choice": "hold"], ["game": "wordley", "choice": "jump"], [:]] {
                try await #expect(club.ana.post(club.path + "/practice/levels", fields).status == .unprocessableContent)
            }
        }
    }

    @Test func `practice settings are saved and invalid ones are refused`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = club.path + "/practice/settings"
            let good = ["keyboard": "qwerty", "hand": "left", "switches": "1", "pace": "2500"]
            try await #expect(club.ana.post(path, good).status == .seeOther)
            try await club.ana.begin(.wordley, in: club.path)
            let page = try await club.ana.get(club.path + "/practice/wordley").text
            #expect(page.contains("data-hand=\"left\"") && page.contains("data-switches=\"1\"") && page.contains("data-pace=\"2500\""))
            for (name, value) in [("keyboard", "dvorak"), ("hand", "third"), ("switches", "3"), ("pace", "1"), ("pace", "")] {
                let answer = try await club.ana.post(path, good.merging([name: value]) { $1 })
                #expect(answer.status == .unprocessableContent, "\(name) \(value)")
            }
        }
    }

    @Test func `practice data is deleted when its member leaves`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for game in PracticeGame.allCases { try await club.ben.begin(game, in: club.path) }
            try site.ask("boat")
            let game = try site.rows("SELECT id FROM wordley_games")[0]
            _ = try await club.ben.guess("boat", 0, game, in: club.path)
            try await club.ben.post(
                club.path + "/practice/settings", ["keyboard": "letters", "hand": "both", "switches": "0", "pace": "1500"])
            try await site.leave(club.path, club.ben)
            try await #expect(
                eventually {
                    try site.rows(
                        """
                        SELECT (SELECT count(*) FROM wordley_games) + (SELECT count(*) FROM slideit_games) + (SELECT count(*) FROM practice_results)
                            + (SELECT count(*) FROM practice_levels) + (SELECT count(*) FROM practice_totals)
                            + (SELECT count(*) FROM practice_settings)
                        """) == ["0"]
                })
        }
    }

    @Test func `a guess and every practice page take one round trip`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.ana.begin(.wordley, in: club.path)
            try site.ask("stout", rows: 10)
            var words = ["otter", "toast", "route", "trout", "shout"]
            var row = 0
            let guessing = try await site.roundTrips {
                let answer = try await club.ana.post(
                    "\(club.path)/practice/wordley/\(game)/guesses", ["guess": words.removeFirst(), "row": "\(row)"],
                    [.prefer: "return=representation"])
                #expect(answer.status == .ok)
                row += 1
            }
            #expect(guessing == 1)
            for page in ["", "/wordley", "/slideit", "/history", "/tasks", "/badges", "/sharing", "/settings", "/reset", "/leaderboard"] {
                let count = try await site.roundTrips { try await #expect(club.ana.get(club.path + "/practice" + page).status == .ok) }
                #expect(count <= 1, "\(page)")
            }
        }
    }

    @Test func `sentences in practice templates are short`() throws {
        var lengths: [Int] = []
        for folder in ["practice", "wordley", "slideit"] {
            let path = TestDatabase.root + "/Templates/" + folder
            for file in try FileManager.default.contentsOfDirectory(atPath: path) {
                let text = try String(contentsOfFile: path + "/" + file, encoding: .utf8)
                let words = text.replacing(/\{\{[^}]*\}\}/, with: " ").replacing(/<[^>]*>/, with: "|")
                for sentence in words.split(whereSeparator: { ".?!|".contains($0) }) {
                    let count = sentence.split(whereSeparator: \.isWhitespace).count
                    if count > 0 { lengths.append(count) }
                }
            }
        }
        #expect(lengths.count > 50 && lengths.sorted()[lengths.count / 2] < 12 && lengths.max() ?? 0 < 16)
    }

    @Test func `practice data of another member or club is not found`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.ana.begin(.wordley, in: club.path)
            try await #expect(club.ben.get(club.path + "/practice/wordley/\(game)").status == .notFound)
            let other = try await site.clubOfTwo("wharf", names: ("cleo", "dora"))
            try await #expect(other.ana.get(other.path + "/practice/wordley/\(game)").status == .notFound)
            let slide = try await club.ana.begin(.slideit, in: club.path)
            try await club.ana.submit(club.path + "/practice/tasks", [("title", "Walk"), ("weekday", "0")])
            try await club.ana.submit(club.path + "/practice/links", [("label", "Mum"), ("part", "wordley")])
            let task = try #require(try site.rows("SELECT id FROM practice_tasks").first)
            let link = try #require(try site.rows("SELECT id FROM practice_links").first)
            for action in [
                "wordley/\(game)/guesses", "wordley/\(game)/draft", "wordley/\(game)/help", "wordley/\(game)/surrender",
                "slideit/\(slide)/moves", "slideit/\(slide)/hint", "slideit/\(slide)/start", "slideit/\(slide)/surrender",
                "tasks/\(task)", "tasks/\(task)/days", "tasks/\(task)/removal", "links/\(link)/removal",
            ] {
                let answer = try await other.ana.post(
                    "\(other.path)/practice/\(action)", ["guess": "boat", "row": "0", "from": "0", "moves": "a"])
                #expect(answer.status == .notFound, "\(action)")
            }
            // Games in one club are not shown in another.
            try await #expect(!other.ana.get(other.path + "/practice").text.contains("Continue Wordley"))
        }
    }
}
