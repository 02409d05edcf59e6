import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

/// The chat room of a ride.
struct RideVisitTests {
    @Test func `members read and write messages about a ride`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let empty = try await club.ana.get(ride)
            #expect(empty.text.contains("Which seat is the best?") && empty.text.contains("data-live-url=\"\(ride)/live\""))
            // The browser may keep the page for use without a connection.
            #expect(empty.headers[.keptFor] == "ana")
            try await #expect(club.ben.post(ride + "/messages", say("The back row")).headers[.location] == ride + "#chat")
            for path in [ride, ride + "/live", ride + "/messages"] {
                try await #expect(club.ana.get(path).text.contains("The back row"), "\(path)")
            }
            let shown = try await club.ana.post(ride + "/messages", say("The front row"), [.prefer: "return=representation"])
            #expect(shown.status == .ok && shown.text.contains("The back row") && shown.text.contains("The front row"))
            #expect(shown.text.contains("id=\"messages\"") && shown.text.contains("id=\"wait-") && !shown.text.contains("<html"))
            let other = try await club.addRide("Second Wave")
            try await #expect(!club.ana.get(other).text.contains("The back row"))
            let count = try await site.roundTrips { try await #expect(club.ana.get(ride).status == .ok) }
            #expect(count == 1)
        }
    }

    @Test func `the live page of a ride shows a new wait`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let park = String(try #require(try await club.ana.get(ride).text.firstMatch(of: /\/parks\/(\d+)"/)).1)
            try await club.ben.post(club.path + "/today", ["park": park, "audience": "me"])
            let page = try await club.ana.get(ride).text
            let tag = String(try #require(page.firstMatch(of: /data-etag="([^"]+)"/)).1).replacing("&#34;", with: "\"")
                .replacing("&quot;", with: "\"")
            async let news = club.ana.get(ride + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"])
            try await club.ben.post(ride + "/waits", ["minutes": "35"])
            let answer = try await news
            #expect(answer.status == .ok && answer.text.contains("35 min"))
        }
    }

    @Test func `authors and admins can remove a message about a ride`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let cleo = try await site.guest("cleo", of: club)
            try await club.ben.post(ride + "/messages", say("Rude words"))
            let number = try #require(try await club.ben.get(ride).text.firstMatch(of: /id="message-(\d+)"/)).1
            let line = "\(ride)/messages/\(number)"
            try await #expect(cleo.post(line + "/removal", [:]).status == .notFound)
            try await club.ben.post(line + "/removal", [:])
            try await #expect(!cleo.get(ride).text.contains("Rude words"))
            try await club.ben.post(line + "/restoration", [:])
            try await #expect(cleo.get(ride).text.contains("Rude words"))
            try await #expect(cleo.post(line + "/reports", ["reason": "unkind"]).headers[.location] == line)
            let reports = try await club.ana.get(club.path + "/reports").text
            #expect(reports.contains("Rude words") && reports.contains("href=\"\(ride)"))
            try await #expect(club.ana.get(line).text.contains("As an admin you can remove the message."))
            try await #expect(club.ana.post("\(club.path)/reports/\(number)/removal", [:]).status == .seeOther)
            try await #expect(!cleo.get(ride).text.contains("Rude words"))
            try await #expect(club.ana.get(club.path + "/removals").text.contains("the chat about a ride"))
        }
    }

    @Test func `blocked members do not see each other's messages`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await club.ben.post(ride + "/messages", say("The back row"))
            try await club.ana.post(ride + "/messages", say("The front row"))
            try await club.ana.post(club.path + "/blocks", ["member": try await club.ben.member(in: club.path)])
            for path in [ride, ride + "/live", ride + "/messages"] {
                try await #expect(!club.ana.get(path).text.contains("The back row"), "\(path)")
                try await #expect(!club.ben.get(path).text.contains("The front row"), "\(path)")
            }
        }
    }

    @Test func `an invalid message is refused and keeps its text`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let nothing = try await club.ben.post(ride + "/messages", say(""))
            #expect(nothing.status == .unprocessableContent && nothing.text.contains("Write something first."))
            let long = String(repeating: "word ", count: 120)
            let refused = try await club.ben.post(ride + "/messages", say(long))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("The limit is 500.") && refused.text.contains("word word"))
            #expect(refused.text.contains("<h1><bdi>Tidal Wave</bdi></h1>"))
            for bad in ["999999", "x"] {
                for path in ["", "/live", "/messages", "/messages/1"] {
                    try await #expect(club.ben.get("\(club.path)/rides/\(bad)\(path)").status == .notFound, "\(bad)\(path)")
                }
                try await #expect(club.ben.post("\(club.path)/rides/\(bad)/messages", say("Hello")).status == .notFound)
            }
            try await #expect(club.ben.get(ride + "/messages?before=x").status == .notFound)
        }
    }

    @Test func `messages stay in their club and are deleted with the ride`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            try await club.ben.post(ride + "/messages", say("The back row"))
            let number = ride.split(separator: "/").last ?? ""
            for path in ["", "/live", "/messages"] {
                try await #expect(other.ana.get("\(other.path)/rides/\(number)\(path)").status == .notFound, "\(path)")
                try await #expect(other.ana.get(ride + path).status == .notFound, "\(path)")
            }
            for place in ["\(other.path)/rides/\(number)", ride] {
                try await #expect(other.ana.post(place + "/messages", say("Hello")).status == .notFound)
            }
            let database = try ScriptConnection(url: site.test.superuserURL)
            try #expect(database.rows("SELECT count(*)::text FROM messages") == [["1"]])
            try await club.ana.post(ride + "/removal", [:])
            try #expect(database.rows("SELECT count(*)::text FROM messages") == [["0"]])
        }
    }

    private func say(_ text: String) -> [String: String] { ["text": text, "idempotency_key": "idempotency_key"] }
}
