import TestSupport
import Testing

@testable import App

/// Links that show a member's practice to people without an account, such as a therapist or family.
struct SharingTests {
    private func make(_ parts: [String], _ club: ClubOfTwo, label: String = "Dr. Sommer") async throws -> String {
        let answer = try await club.ana.submit(
            club.path + "/practice/links", [("label", label)] + parts.map { ("part", $0) })
        #expect(answer.status == .ok)
        return String(try #require(answer.text.firstMatch(of: /\/practised\/[A-Za-z0-9_\-]+/)).0)
    }

    private func play(_ site: TestSite, _ club: ClubOfTwo) async throws {
        let game = try await club.ana.begin(.wordley, in: club.path)
        try site.ask("boat")
        _ = try await club.ana.guess("boat", 0, game, in: club.path)
        let slide = try await club.ana.begin(.slideit, in: club.path)
        try await club.ana.post("\(club.path)/practice/slideit/\(slide)/surrender", [:])
    }

    @Test func `a practice link shows only the parts that it shares`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await play(site, club)
            try await club.ana.submit(club.path + "/practice/tasks", [("title", "Secret walk")] + (0...6).map { ("weekday", "\($0)") })
            let link = try await make(["wordley"], club)
            let answer = try await site.visitor().get(link)
            #expect(answer.status == .ok && answer.text.contains("What <bdi>Ana</bdi> has practised") && answer.text.contains("Wordley"))
            for hidden in ["SlideIt", "pier", "Ben", "This week", "Secret walk", "/members/", "/c/", "Dr. Sommer"] {
                #expect(!answer.text.contains(hidden), "\(hidden)")
            }
            #expect(answer.headers[.robots] == "noindex, nofollow" && answer.headers[.cacheControl] == "private, no-store")
            #expect(answer.text.contains("<meta name=\"robots\" content=\"noindex, nofollow\">"))

            let more = try await site.visitor().get(try await make(["slideit", "tasks", "taps"], club, label: "Mum")).text
            #expect(
                more.contains("SlideIt") && !more.contains("<h2>Wordley") && more.contains("This week") && !more.contains("Secret walk"))
            #expect(!more.contains("/c/"))
        }
    }

    @Test func `a practice link can share only the tap statistics`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await play(site, club)
            let link = try await make(["taps"], club)
            try await #expect(site.visitor().get(link).text.contains("There are no results yet."))
            try site.run("UPDATE practice_results SET left_taps = 10, left_ms = 9000, left_missed = 1 WHERE game = 'slideit'")
            let page = try await site.visitor().get(link).text
            #expect(page.contains("0.9 seconds between taps, 10 of 100 missed") && page.contains("<dd>none</dd>"))
            #expect(!page.contains("<h2>SlideIt") && !page.contains("There are no results yet."))
            let own = try await club.ana.get(club.path + "/practice/history").text
            #expect(own.contains("0.9 seconds between taps") && own.contains("<bdi>Ana</bdi>, <time"))
            let other = try await club.ana.get(club.path + "/practice/history?game=wordley").text
            #expect(!other.contains("seconds between taps"))
        }
    }

    @Test func `a practice link is stored hashed and shows its last view`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let link = try await make(["wordley"], club)
            let token = String(link.split(separator: "/").last ?? "")
            try #expect(site.rows("SELECT encode(token_hash, 'escape') || label FROM practice_links").allSatisfy { !$0.contains(token) })
            var page = try await club.ana.get(club.path + "/practice/sharing").text
            #expect(page.contains("Not opened yet") && !page.contains(token))
            _ = try await site.visitor().send(link, .head, [:], nil)
            try #expect(site.rows("SELECT seen_at FROM practice_links") == ["-"])
            _ = try await site.visitor().get(link)
            page = try await club.ana.get(club.path + "/practice/sharing").text
            #expect(page.contains("Last opened"))
        }
    }

    @Test func `a practice link ends by removal, expiry or disabled practice`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let guest = site.visitor()
            func isOpen(_ link: String) async throws -> Bool {
                let answer = try await guest.get(link)
                #expect(answer.status == .ok || answer.status == .gone && answer.text.contains("This link has ended"))
                return answer.status == .ok
            }
            let first = try await make(["wordley"], club)
            try await #expect(isOpen(first))
            let id = try site.rows("SELECT id FROM practice_links")[0]
            try await #expect(club.ben.post("\(club.path)/practice/links/\(id)/removal", [:]).status == .notFound)
            try await club.ana.post("\(club.path)/practice/links/\(id)/removal", [:])
            try await #expect(!isOpen(first))

            let second = try await make(["wordley"], club)
            try site.run("UPDATE practice_links SET ends_at = now() - interval '1 second'")
            try await #expect(!isOpen(second))
            try await site.server.cleanUp.turn()
            try #expect(site.rows("SELECT count(*) FROM practice_links") == ["0"])

            let third = try await make(["tasks"], club)
            try await club.ana.post(club.path + "/parts", ["order": "lobby", "on-lobby": "1"])
            try await #expect(!isOpen(third))
            for bad in ["/practised/x", "/practised/" + String(repeating: "a", count: 43)] { try await #expect(!isOpen(bad)) }
        }
    }

    @Test func `an invalid practice link is refused with its reason`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = club.path + "/practice/links"
            for (fields, words) in [
                ([("part", "wordley")], "Write who the link is for."), ([("label", "Mum")], "Choose what the link shows."),
                ([("label", "Mum"), ("part", "photos")], "Choose what the link shows."),
                ([("label", String(repeating: "m", count: 51)), ("part", "wordley")], "That is 51 characters. The limit is 50."),
            ] {
                let answer = try await club.ana.submit(path, fields)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
            }
            for _ in 0..<10 { _ = try await make(["wordley"], club) }
            let answer = try await club.ana.submit(path, [("label", "One more"), ("part", "wordley")])
            #expect(answer.status == .unprocessableContent && answer.text.contains("You can have at most 10 links. End one first."))
            try await #expect(club.ana.post(club.path + "/practice/sharing", ["audience": "world"]).status == .unprocessableContent)
        }
    }
}
