import HTTPTypes
import Testing

@testable import App

/// A riddle as a test sends it.
struct SampleRiddle: Sendable {
    var emoji: String
    var solution: String

    static let cats = SampleRiddle(emoji: "🌧️🐱", solution: "Raining cats")
    /// Its solution stands nowhere else.
    static let secret = SampleRiddle(emoji: "🦘🎹", solution: "Zyzzyva quokka")
}

extension Visitor {
    /// Sends a riddle to members by their numbers; to the whole club where there are none. Returns its path.
    func send(_ riddle: SampleRiddle, to members: [String] = [], in club: String, _ more: [String: String] = [:]) async throws -> String {
        let answer = try await make(riddle, to: members, in: club, more)
        #expect(answer.status == .seeOther)
        return answer.headers[.location] ?? ""
    }

    func make(_ riddle: SampleRiddle, to members: [String], in club: String, _ more: [String: String] = [:]) async throws -> Answer {
        var fields = ["emoji": riddle.emoji, "solution": riddle.solution, "kind": "saying"]
        fields["audience"] = members.isEmpty ? "club" : "members"
        fields["to"] = members.first
        return try await post(club + "/riddles", fields.merging(more) { $1 })
    }

    /// The link of a riddle for somebody without an account, below the site's address.
    func riddleLink(_ riddle: String) async throws -> String {
        String(try #require(try await get(riddle).text.firstMatch(of: /\/riddle\/[\w\-]+\/[\w\-]+/)).0)
    }
}
