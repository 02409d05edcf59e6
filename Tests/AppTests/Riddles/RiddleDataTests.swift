import Foundation
import Postgres
import TestSupport
import Testing

@testable import App

/// What of riddles is handed out to a member, and what is left of it when they leave.
struct RiddleDataTests {
    /// Ana has a riddle of Ben's that he disputes about with Cleo, Dan and Eve; Ben has one of hers.
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
            // By pieces of one, so that none is left out or comes twice.
            while let row = try await scene.database.read(tenant: scene.club.rawValue, list(member, rows.last?.key ?? 0, 1)).first {
                rows.append(row)
            }
        case .record(let record): rows = try await scene.database.read(tenant: scene.club.rawValue, record(member)).map { [$0] } ?? []
        default: Issue.record("\(name) is neither a list nor a record")
        }
        return try rows.map { try #require(try JSONSerialization.jsonObject(with: Data($0.text.utf8)) as? [String: Any]) }
    }

    @Test func onesOwnRiddlesAnswersDisputesAndVotesAreHandedOut() async throws {
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
            // What is not known yet, and what others said, is not in it.
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

    @Test func whoeverLeavesTakesTheirRiddlesAndWordsAlong() async throws {
        try await TestSite.open { site in
            let (scene, anas, bens, _) = try await scene(site)
            let (ana, ben, cleo) = (scene.members[0], scene.members[1], scene.members[2])
            try scene.change("UPDATE riddles SET credit_id = \(ana) WHERE id = \(bens)")
            let hers = try #require(try await scene.send(.members, by: cleo, to: [ana]))
            try await scene.wait(hers, by: ana)
            try await scene.leave(ana)
            func count(_ what: String) throws -> String? { try scene.row("SELECT count(*)::text FROM \(what)").first.flatMap { $0 } }
            // Of what she sent only who had it is left, and nobody need be done with it.
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
            // Of what she tried, how it ended; whoever has points by it keeps them.
            try #expect(
                scene.row(
                    """
                    SELECT string_agg(state, ' ' ORDER BY riddle_id), bool_and(deleted_at IS NOT NULL)::text, bool_or(is_disputed)::text
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

    /// What its sender has taken from their lists is gone when the last one leaves who had it.
    @Test func whatOnlyAFormerMemberHadIsGone() async throws {
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
            // Her point stays.
            try #expect(scene.row("SELECT points::text FROM riddle_totals WHERE member_id = \(cleo)") == ["3"])
            try await #expect(scene.differences() == [])
        }
    }

    @Test func whoeverVotedAndLeavesHasNoVoteAnyMore() async throws {
        try await TestSite.open { site in
            let (scene, _, bens, _) = try await scene(site)
            for juror in scene.members.dropFirst(2) { try await scene.leave(juror) }
            try #expect(scene.row("SELECT count(*)::text FROM riddle_jurors") == ["0"])
            try scene.letADayPass()
            try scene.letADayPass()
            try await #expect(scene.settle(scene.members[0], about: bens))
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
