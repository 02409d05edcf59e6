import Foundation
import Postgres
import TestSupport
import Testing

@testable import App

/// The riddle data in a member's export, and after a member has left.
struct RiddleDataTests {
    /// Ana and Ben have each sent a riddle and dispute the verdict on the other's. Only Ana's dispute has jurors: Cleo, Dan and Eve.
    private func scene(_ site: TestSite) async throws -> (RiddleScene, anas: ID<Riddle>, bens: ID<Riddle>, ClubOfTwo) {
        let club = try await site.clubOfTwo()
        var guests: [Visitor] = []
        for name in ["cleo", "dan", "eve"] { guests.append(try await site.guest(name, of: club)) }
        let scene = try await RiddleScene(site, club, guests: guests)
        try scene.beHere()
        let (ana, ben) = (scene.members[0], scene.members[1])
        let anas = try #require(try await scene.send(.members, by: ana, to: Array(scene.members.dropFirst()), emoji: "🐘🪑"))
        for (member, verdict) in [(ben, RiddleAnswer.Verdict.wrong), (scene.members[2], .right)] {
            try await scene.wait(anas, by: member)
            try await scene.judge(anas, of: member, number: 1, by: ana, verdict)
        }
        let opened = try #require(try await scene.dispute(anas, by: ben))
        #expect(opened.jurors == [])
        let bens = try #require(try await scene.send(.club, by: ben, emoji: "🌋🧊", solution: "Fire and ice"))
        for _ in 0..<3 { try await scene.answer(bens, by: ana, .none) }
        let asked = try #require(try await scene.dispute(bens, by: ana))
        #expect(asked.jurors.count == 3)
        for juror in asked.jurors.dropLast() { try await scene.vote(.right, on: ana, about: bens, by: juror) }
        return (scene, anas, bens, club)
    }

    private func file(_ name: String, of member: ID<Member>, _ scene: RiddleScene) async throws -> [[String: Any]] {
        let export = try #require(RiddleData.exports.first { $0.name == name })
        var rows: [ExportRow] = []
        switch export.content {
        case .list(let list):
            // Pages of one row show whether any row is missing or repeated.
            while let row = try await scene.database.read(tenant: scene.club.rawValue, list(member, rows.last?.key ?? 0, 1)).first {
                rows.append(row)
            }
        case .record(let record): rows = try await scene.database.read(tenant: scene.club.rawValue, record(member)).map { [$0] } ?? []
        default: Issue.record("\(name) is neither a list nor a record")
        }
        return try rows.map { try #require(try JSONSerialization.jsonObject(with: Data($0.text.utf8)) as? [String: Any]) }
    }

    @Test func `the export contains own riddles, answers, disputes and votes`() async throws {
        try await TestSite.open { site in
            let (scene, anas, bens, _) = try await scene(site)
            let (ana, ben) = (scene.members[0], scene.members[1])
            let sent = try await file("riddles", of: ana, scene)
            #expect(sent.map { $0["emoji"] as? String } == ["🐘🪑"] && sent.map { $0["solution"] as? String } == ["Elephant in the room"])
            #expect(sent.first?["hints"] as? [String] == ["One", "Two"])
            let plays = try await file("riddle-plays", of: ana, scene)
            #expect(plays.map { $0["emoji"] as? String } == ["🌋🧊"] && plays.map { $0["state"] as? String } == ["wrong"])
            let answers = try #require(plays.first?["answers"] as? [[String: Any]])
            #expect(answers.map { $0["answer"] as? String } == ["Words", "Words", "Words"])
            #expect(answers.map { $0["verdict"] as? String } == ["wrong", "wrong", "wrong"])
            // The solution of an open riddle and answers of others are not exported.
            let bensPlays = try await file("riddle-plays", of: ben, scene)
            #expect(bensPlays.count == 1 && (bensPlays.first?["answers"] as? [[String: Any]])?.count == 1)
            #expect(!"\(bensPlays)".contains("Elephant"))
            try await #expect(file("riddle-disputes", of: ana, scene).map { $0["riddle"] as? Int } == [bens.rawValue])
            try await #expect(file("riddle-disputes", of: ben, scene).map { $0["riddle"] as? Int } == [anas.rawValue])
            let votes = try await scene.members.dropFirst(2).asyncMap { try await file("riddle-votes", of: $0, scene) }
            #expect(votes.filter { "\($0)".contains("right") }.count == 2 && votes.allSatisfy { $0.count == 1 })
            try await #expect(file("riddle-score", of: ben, scene).map { $0["points"] as? Int } == [1])
        }
    }

    @Test func `a former member's riddles and answers are erased`() async throws {
        try await TestSite.open { site in
            let (scene, anas, bens, _) = try await scene(site)
            let (ana, ben, cleo) = (scene.members[0], scene.members[1], scene.members[2])
            try scene.change("UPDATE riddles SET credit_id = \(ana) WHERE id = \(bens)")
            let hers = try #require(try await scene.send(.members, by: cleo, to: [ana]))
            try await scene.wait(hers, by: ana)
            try await scene.leave(ana)
            func count(_ what: String) throws -> String? { try scene.row("SELECT count(*)::text FROM \(what)").first.flatMap { $0 } }
            // Only the receivers of her riddle remain, and open ones are withdrawn.
            try #expect(
                scene.row("SELECT emoji, solution, array_length(hints, 1)::text, sender_id::text FROM riddles WHERE id = \(anas)") == [
                    "", "", nil, "\(ana)",
                ])
            try #expect(
                scene.row("SELECT string_agg(state, ' ' ORDER BY member_id) FROM riddle_plays WHERE riddle_id = \(anas)") == [
                    "withdrawn right withdrawn withdrawn"
                ])
            try #expect(count("riddle_answers WHERE riddle_id = \(anas)") == "0")
            try #expect(count("riddle_disputes WHERE riddle_id = \(anas)") == "0")
            // Of the riddles that she tried only the results remain, and others keep their points.
            try #expect(
                scene.row(
                    """
                    SELECT string_agg(state, ' ' ORDER BY riddle_id), bool_and(removed_at IS NOT NULL)::text, bool_or(is_disputed)::text
                    FROM riddle_plays WHERE member_id = \(ana)
                    """) == ["wrong withdrawn", "true", "false"])
            for table in ["riddle_answers", "riddle_disputes", "riddle_totals"] {
                try #expect(count("\(table) WHERE member_id = \(ana)") == "0", "\(table)")
            }
            try #expect(count("riddle_jurors WHERE \(ana) IN (member_id, juror_id)") == "0")
            try #expect(scene.row("SELECT points::text FROM riddle_totals WHERE member_id = \(ben)") == ["1"])
            try #expect(scene.row("SELECT emoji, credit_id::text FROM riddles WHERE id = \(bens)") == ["🌋🧊", nil])
            try #expect(count("riddle_plays WHERE state IN ('open', 'waiting') AND \(ana) IN (member_id, sender_id)") == "0")
            try await #expect(scene.differences() == [])
        }
    }

    @Test func `a withdrawn riddle is erased when its last receiver leaves`() async throws {
        try await TestSite.open { site in
            let (scene, _, _, _) = try await scene(site)
            let (ben, cleo, dan) = (scene.members[1], scene.members[2], scene.members[3])
            let (first, second) = (
                try #require(try await scene.send(.members, by: cleo, to: [ben])),
                try #require(try await scene.send(.members, by: cleo, to: [ben, dan]))
            )
            for riddle in [first, second] {
                try await scene.giveUp(riddle, by: ben)
                try await scene.withdraw(riddle, by: cleo)
            }
            try await scene.leave(ben)
            try #expect(scene.row("SELECT emoji FROM riddles WHERE id = \(first)") == [""])
            try #expect(scene.row("SELECT emoji FROM riddles WHERE id = \(second)") == ["🐘🪑"])
            // The sender's points remain.
            try #expect(scene.row("SELECT points::text FROM riddle_totals WHERE member_id = \(cleo)") == ["3"])
            try await #expect(scene.differences() == [])
        }
    }

    @Test func `a former member's vote is erased`() async throws {
        try await TestSite.open { site in
            let (scene, _, bens, _) = try await scene(site)
            for juror in scene.members.dropFirst(2) { try await scene.leave(juror) }
            try #expect(scene.row("SELECT count(*)::text FROM riddle_jurors") == ["0"])
            try scene.letADayPass()
            try scene.letADayPass()
            try await #expect(scene.decideDispute(scene.members[0], about: bens))
            try await #expect(scene.differences() == [])
        }
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
