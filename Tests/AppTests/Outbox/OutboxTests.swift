import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

/// Offline actions that a browser has kept and sends together.
struct OutboxTests {
    private struct Answered: Decodable {
        var id: String
        var status: Int
        var words: String?
        var now: [String: String]?
    }

    @Test func `each offline action is answered separately and counts once`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await clubWithARide(site)
            let actions = [
                lap(ride, "lap-number-1"), lap(ride, "lap-number-2"), lap(ride, "lap-number-3", day: "2999-01-01"),
                lap("99999", "lap-number-4"), ["id": "5", "kind": "juggle"], lap(ride, "lap-number-2", kind: "lap-undo"),
                lap(ride, "short"), lap(ride, "lap-number-6"),
            ]
            for _ in 0..<2 {
                let answers = try await send(actions, club, club.ben)
                #expect(answers.map(\.status) == [200, 200, 422, 404, 422, 200, 422, 200])
                #expect(answers.map(\.id) == actions.map { $0["id"] })
                #expect(answers[2].words == "That day is in the future.")
                #expect(answers[7].now?["today"] == "2" && answers[7].now?["laps"] == "2")
                // The lap action that can be undone next.
                #expect(answers[5].now?["last"] == "lap-number-1" || answers[5].now?["last"] == "lap-number-6")
            }
            try await #expect(club.ben.get("\(club.path)/rides/\(ride)").text.contains("2 laps today"))
        }
    }

    @Test func `offline actions of another account are refused`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await clubWithARide(site)
            let sent = try await post([lap(ride, "lap-number-1")], club, club.ana, account: "ben")
            #expect(sent.status == .conflict)
            let guest = try await site.person("eve")
            try await #expect(post([lap(ride, "lap-number-1")], club, guest, account: "eve").status == .notFound)
            try await #expect(club.ben.get("\(club.path)/rides/\(ride)").text.contains("No laps today"))
        }
    }

    @Test func `offline actions for a switched-off part are refused`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await clubWithARide(site)
            try await club.ana.post(club.path + "/parts", ["on-play": "1", "on-messages": "1", "on-photos": "1"])
            try await #expect(club.ben.get(club.path + "/parks").status == .notFound)
            let answers = try await send([lap(ride, "lap-number-1")], club, club.ben)
            #expect(answers.first?.status == 422)
        }
    }

    @Test func `up to 200 offline actions are accepted at once`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await clubWithARide(site)
            let actions = (0..<201).map { lap(ride, "lap-number-\($0)", day: "2026-05-01") }
            try await #expect(post(actions, club, club.ben, account: "ben").status == .contentTooLarge)
            let answers = try await send(Array(actions.dropLast()), club, club.ben)
            #expect(answers.count == 200 && answers.allSatisfy { $0.status == 200 })
            #expect(answers.last?.now?["laps"] == "200")
        }
    }

    @Test func `pages kept for offline use name their account`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await clubWithARide(site)
            for (path, isKept) in [
                ("/rides/\(ride)", true), ("/laps/ben", true), ("/laps/ana", false), ("/settings", false), ("/lobby", false),
            ] {
                let page = try await club.ben.get(club.path + path)
                #expect(page.headers[.keptFor] == (isKept ? "ben" : nil), "\(path)")
            }
            try await #expect(Visitor(site: site).get("/offline").text.contains("You are offline"))
        }
    }

    // MARK: -

    private func lap(_ ride: String, _ key: String, day: String? = nil, kind: String = "lap") -> [String: String] {
        var fields = ["id": "\(kind) \(key)", "kind": kind, "ride": ride, "idempotency_key": key]
        if let day { fields["day"] = day }
        return fields
    }

    private func send(_ actions: [[String: String]], _ club: ClubOfTwo, _ person: Visitor) async throws -> [Answered] {
        let answer = try await post(actions, club, person, account: person === club.ana ? "ana" : "ben")
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
        return try JSONDecoder().decode([Answered].self, from: Data(answer.text.utf8))
    }

    private func post(_ actions: [[String: String]], _ club: ClubOfTwo, _ person: Visitor, account: String) async throws -> Visitor.Answer {
        let token = try #require(SessionToken(cookie: person.sessionToken)).formToken
        let fields = [("csrf", token), ("account", account)] + actions.map { ("action", encode($0.map { ($0.key, $0.value) })) }
        return try await person.send(
            club.path + "/outbox", .post, [.contentType: "application/x-www-form-urlencoded"], ByteBuffer(string: encode(fields)))
    }

    private func encode(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }.joined(separator: "&")
    }

    /// Returns the ride's number instead of its path.
    private func clubWithARide(_ site: TestSite) async throws -> (ClubOfTwo, ride: String) {
        let (club, path) = try await site.clubWithARide()
        return (club, String(path.split(separator: "/").last ?? ""))
    }
}
