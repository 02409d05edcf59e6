import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres

struct CorrectionTests {
    private let facts = ["name": "Tidal Wave", "kind": "coaster", "status": "operating", "opened": "1984"]

    @Test func `a proposed correction takes effect once an admin accepts it`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await #expect(club.ben.get(ride).text.contains("href=\"\(ride)/correction\""))
            try await #expect(club.ben.get(ride + "/correction").text.contains("How do you know?"))
            let sent = try await club.ben.post(
                ride + "/corrections", facts.merging(["maker": "Brannagh & Sons", "evidence": "The plate at the station"]) { $1 })
            #expect(sent.headers[.location] == ride + "/history")
            try await #expect(!club.ben.get(ride).text.contains("Brannagh"))
            try await #expect(club.ana.get(club.path + "/parks").text.contains("Check 1 correction"))
            try await #expect(!club.ben.get(club.path + "/parks").text.contains("Check 1 correction"))
            let corrections = club.path + "/parks/corrections"
            try await #expect(club.ben.get(corrections).status == .forbidden)
            let list = try await club.ana.get(corrections).text
            #expect(list.contains("The plate at the station") && list.contains("<ins dir=\"auto\">Brannagh &amp; Sons</ins>"))
            let path = String(try #require(list.firstMatch(of: /action="([^"]+)\/acceptance"/)).1)
            try await #expect(club.ben.post(path + "/acceptance", [:]).status == .forbidden)
            // A change that an admin makes meanwhile stays.
            try await club.ana.post(ride, facts.merging(["material": "Wood"]) { $1 })
            try await #expect(club.ana.post(path + "/acceptance", [:]).headers[.location] == corrections)
            let page = try await club.ben.get(ride).text
            #expect(page.contains("Brannagh &amp; Sons") && page.contains("Wood"))
            let history = try await club.ben.get(ride + "/history").text
            #expect(history.contains("accepted by Ana") && history.contains("Material") && history.contains("The plate at the station"))
            // A correction can be decided only once.
            for action in ["/acceptance", "/refusal"] {
                let answer = try await club.ana.post(path + action, [:])
                #expect(answer.status == .conflict && answer.text.contains("This correction is no longer open"))
            }
        }
    }

    @Test func `a correction of a fact that changed meanwhile is reviewed again`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let corrections = club.path + "/parks/corrections"
            // Numbers are normalized. A second correction by the same member replaces the first.
            for height in ["40", "60,0"] {
                try await club.ben.post(ride + "/corrections", facts.merging(["height": height, "evidence": "A sign"]) { $1 })
            }
            let list = try await club.ana.get(corrections).text
            #expect(list.contains("<ins dir=\"auto\">60</ins>") && list.matches(of: /\/acceptance"/).count == 1)
            let path = String(try #require(list.firstMatch(of: /action="([^"]+)\/acceptance"/)).1)
            try await club.ana.post(ride, facts.merging(["height": "55.5"]) { $1 })
            let answer = try await club.ana.post(path + "/acceptance", [:])
            #expect(answer.status == .conflict && answer.text.contains("Somebody has changed"))
            #expect(answer.text.contains("<del dir=\"auto\">55.5</del>") && answer.text.contains("<ins dir=\"auto\">60</ins>"))
            try await #expect(club.ana.post(path + "/acceptance", [:]).headers[.location] == corrections)
            try await #expect(club.ben.get(ride).text.contains("60 m"))
        }
    }

    @Test func `a change of another fact during the acceptance of a correction stays`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await club.ben.post(ride + "/corrections", facts.merging(["maker": "Brannagh", "evidence": "A sign"]) { $1 })
            let list = try await club.ana.get(club.path + "/parks/corrections").text
            let path = String(try #require(list.firstMatch(of: /action="([^"]+)\/acceptance"/)).1)
            let connection = try ScriptConnection(url: site.test.superuserURL)
            try connection.run("BEGIN; UPDATE rides SET material = 'Wood'")
            async let answer = club.ana.post(path + "/acceptance", [:])
            let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            try await #expect(eventually { try site.rows(waiting) != ["0"] })
            try connection.run("COMMIT")
            let status = try await answer.status
            #expect(status == .seeOther)
            let page = try await club.ben.get(ride).text
            #expect(page.contains("Brannagh") && page.contains("Wood"))
        }
    }

    @Test func `members see and withdraw their own corrections`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await club.ben.post(ride + "/corrections", facts.merging(["maker": "Brannagh", "evidence": "A sign"]) { $1 })
            let page = try await club.ben.get(ride + "/history").text
            #expect(page.contains("Your proposal") && page.contains("Brannagh"))
            try await #expect(!club.ana.get(ride + "/history").text.contains("Brannagh"))
            let path = String(try #require(page.firstMatch(of: /action="([^"]+\/withdrawal)"/)).1)
            try await #expect(club.ana.post(path, [:]).status == .notFound)
            try await #expect(club.ben.post(path, [:]).headers[.location] == ride + "/history")
            try await #expect(!club.ana.get(club.path + "/parks/corrections").text.contains("Brannagh"))
            try await #expect(club.ben.post(path, [:]).status == .notFound)
        }
    }

    @Test func `an invalid fact is refused with the name of its field`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            for (fields, words) in [
                (["opened": "1984-02-31"], "Opened: There is no such day."), (["opened": "2999"], "Opened: That date is in the future"),
                (["height": "high"], "Height: Write a number"),
            ] {
                let answer = try await club.ana.post(ride, facts.merging(fields) { $1 })
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(fields)")
            }
            try await #expect(club.ana.post(ride, facts.merging(["opened": "2999", "status": "building"]) { $1 }).status == .seeOther)
        }
    }

    @Test func `a refused correction changes nothing`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let park = String(try #require(try await club.ben.get(ride).text.firstMatch(of: /href="([^"]+\/parks\/\d+)"/)).1)
            try await #expect(
                club.ben.post(park + "/corrections", ["name": "Pepper Park", "time_zone": "UTC", "evidence": "I was there"])
                    .headers[.location] == park + "/history")
            let list = try await club.ana.get(club.path + "/parks/corrections").text
            #expect(list.contains("<del dir=\"auto\">Salt Park</del>") && list.contains("<ins dir=\"auto\">Pepper Park</ins>"))
            let path = String(try #require(list.firstMatch(of: /action="([^"]+)\/refusal"/)).1)
            try await club.ana.post(path + "/refusal", [:])
            try await #expect(club.ben.get(park).text.contains("Salt Park"))
            try await #expect(club.ben.get(park + "/history").text.contains("Nothing has changed since this was added."))
        }
    }

    @Test func `an invalid correction is refused with a sentence`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await club.addRide("Second Wave")
            for (form, words) in [
                (facts.merging(["evidence": "A sign"]) { $1 }, "You have not changed anything."),
                (facts.merging(["maker": "Rosmer"]) { $1 }, "Write how you know"),
                (facts.merging(["height": "tall", "evidence": "A sign"]) { $1 }, "Write a number from 0.01 to 1000, or leave it empty."),
                (facts.merging(["maker": "Rosmer", "evidence": String(repeating: "a", count: 501)]) { $1 }, "Use at most 500 characters."),
            ] {
                let answer = try await club.ben.post(ride + "/corrections", form)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
            }
            // The name is already taken when the admin accepts the correction.
            try await club.ben.post(other + "/corrections", facts.merging(["opened": "", "evidence": "A sign"]) { $1 })
            let list = try await club.ana.get(club.path + "/parks/corrections").text
            let path = String(try #require(list.firstMatch(of: /action="([^"]+)\/acceptance"/)).1)
            let answer = try await club.ana.post(path + "/acceptance", [:])
            #expect(answer.status == .conflict && answer.text.contains("There is already another park or ride with this name."))
            try await #expect(club.ben.post(club.path + "/rides/999999/corrections", facts).status == .notFound)
            // When a member leaves, their corrections stay without an author.
            try await club.ana.post(path + "/refusal", [:])
            try await site.leave(club.path, club.ben)
            try await #expect(
                eventually {
                    try ScriptConnection(url: site.test.superuserURL).rows("SELECT FROM corrections WHERE member_id IS NOT NULL").isEmpty
                })
        }
    }
}
