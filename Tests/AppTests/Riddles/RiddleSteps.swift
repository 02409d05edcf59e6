import HTTPTypes
import Testing

@testable import App

/// A riddle that tests send.
struct SampleRiddle: Sendable {
    var emoji: String
    var solution: String

    static let cats = SampleRiddle(emoji: "🌧️🐱", solution: "Raining cats")
    /// A riddle whose solution occurs nowhere else on the site.
    static let secret = SampleRiddle(emoji: "🦘🎹", solution: "Zyzzyva quokka")
}

extension Visitor {
    /// Sends a riddle to one member by number, or to the whole club if `members` is empty. Returns its path.
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

    /// The path of a riddle's link for people without an account.
    func riddleLink(_ riddle: String) async throws -> String {
        String(try #require(try await get(riddle).text.firstMatch(of: /\/riddle\/[\w\-]+\/[\w\-]+/)).0)
    }
}
