import Postgres
import TestSupport
import Testing

@testable import App

struct RiddleTotalsPropertyTests {
    private static let steps = 240

    @Test(arguments: 0..<4)
    func `totals match a recalculation after random actions`(run: Int) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            var guests: [Visitor] = []
            for name in ["cleo", "dan", "eve", "finn"] { guests.append(try await site.guest(name, of: club)) }
            let scene = try await RiddleScene(site, club, guests: guests)
            try scene.beHere()
            var acts = RiddleActs(scene, seed: seed)
            for step in 0..<Self.steps {
                try await acts.act()
                guard step % 12 == 0 || step == Self.steps - 1 else { continue }
                try await #expect(scene.differences() == [], "seed \(seed), step \(step)")
            }
            // A departure changes only the totals of the former member.
            let left = scene.members[run % scene.members.count]
            try await scene.leave(left)
            try await #expect(scene.differences() == [], "seed \(seed), \(left) has left")
            for _ in 0..<20 { try await acts.act() }
            try await #expect(scene.differences() == [], "seed \(seed), at the end")
            try await endInEveryWay(scene, among: scene.members.filter { $0 != left })
            try await #expect(scene.differences() == [], "seed \(seed), after every end")
            // Every kind of end occurred, so that the comparison was not empty.
            let ends = try scene.row(
                """
                SELECT (count(*) FILTER (WHERE state = 'right'))::text, (count(*) FILTER (WHERE state = 'wrong'))::text,
                    (count(*) FILTER (WHERE state = 'given-up'))::text, (count(*) FILTER (WHERE state = 'withdrawn'))::text,
                    (SELECT count(*)::text FROM riddle_totals WHERE points > 0),
                    (SELECT count(*)::text FROM riddle_disputes WHERE rights > wrongs) FROM riddle_plays
                """)
            #expect(ends.allSatisfy { $0 != "0" }, "seed \(seed): \(ends)")
        }
    }

    /// Ends riddles in every way, as the random actions may have left one out.
    private func endInEveryWay(_ scene: RiddleScene, among members: [ID<Member>]) async throws {
        let (sender, receiver) = (members[0], members[1])
        func send() async throws -> ID<Riddle> { try #require(try await scene.send(.members, by: sender, to: [receiver])) }
        func judge(_ riddle: ID<Riddle>, _ number: Int, _ verdict: RiddleAnswer.Verdict) async throws {
            try await #expect(scene.wait(riddle, by: receiver))
            try await #expect(scene.judge(riddle, of: receiver, number: number, by: sender, verdict) != nil)
        }
        try await judge(send(), 1, .right)
        try await #expect(scene.giveUp(send(), by: receiver))
        try await #expect(scene.drop(send(), by: receiver))
        let (lost, disputed) = (try await send(), try await send())
        for riddle in [lost, disputed] { for number in 1...3 { try await judge(riddle, number, .wrong) } }
        let opened = try #require(try await scene.dispute(disputed, by: receiver))
        for juror in opened.jurors { try await #expect(scene.vote(.right, on: receiver, about: disputed, by: juror)) }
        try await #expect(scene.decideDispute(receiver, about: disputed))
    }

    @Test func `two concurrent verdicts give one point`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let scene = try await RiddleScene(site, club)
            let (ana, ben) = (scene.members[0], scene.members[1])
            try await scene.onItsOwnConnection { one in
                try await scene.onItsOwnConnection { other in
                    for round in 0..<30 {
                        let riddle = try #require(try await scene.send(.members, by: ana, to: [ben]))
                        for number in 1...2 {
                            try await scene.wait(riddle, by: ben)
                            try await scene.judge(riddle, of: ben, number: number, by: ana, .wrong)
                        }
                        try await scene.wait(riddle, by: ben)
                        // Both verdicts are right, or one of them is wrong.
                        let second: RiddleAnswer.Verdict = round % 2 == 0 ? .right : .wrong
                        async let first = one.judge(riddle, of: ben, number: 3, by: ana, .right)
                        async let again = other.judge(riddle, of: ben, number: 3, by: ana, second)
                        let states = try await [first, again].compactMap(\.self)
                        #expect(states.count == 1, "round \(round): \(states)")
                        let points = try scene.row("SELECT sum(points)::text, sum(finished)::text FROM riddle_totals")
                        #expect(points == ["\(round + 1)", "\(round + 1)"])
                    }
                }
            }
            try await #expect(scene.differences() == [])
        }
    }

    @Test func `concurrent solvers are all counted and one is first`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            var guests: [Visitor] = []
            for name in ["cleo", "dan"] { guests.append(try await site.guest(name, of: club)) }
            let scene = try await RiddleScene(site, club, guests: guests)
            for _ in 0..<10 {
                let riddle = try #require(try await scene.send(.club, by: scene.members[1]))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for member in scene.members where member != scene.members[1] {
                        group.addTask { try await scene.onItsOwnConnection { try await $0.answer(riddle, by: member, .exact) } }
                    }
                    try await group.waitForAll()
                }
                let plays = try scene.row(
                    "SELECT count(*)::text, (count(*) FILTER (WHERE is_first))::text FROM riddle_plays WHERE riddle_id = \(riddle)")
                #expect(plays == ["3", "1"])
            }
            try await #expect(scene.differences() == [])
        }
    }
}

/// Random actions, some of which are refused.
private struct RiddleActs {
    private let scene: RiddleScene
    private var random: Seeded
    private var riddles: [(id: ID<Riddle>, sender: ID<Member>?, audience: Riddle.Audience)] = []

    init(_ scene: RiddleScene, seed: UInt64) { (self.scene, random) = (scene, Seeded(state: seed)) }

    private mutating func member() -> ID<Member> { scene.members.randomElement(using: &random) ?? scene.members[0] }
    private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func act() async throws {
        guard let riddle = riddles.suffix(7).randomElement(using: &random), draw(12) > 0 else { return try await send() }
        let member = member()
        switch draw(14) {
        case 0...5: try await answer(riddle, by: member)
        case 6: try await scene.giveUp(riddle.id, by: member)
        case 7: try await scene.openHint(of: riddle.id, for: member)
        case 8: for member in scene.members { try await dispute(riddle.id, by: member) }
        case 9: try await daily()
        case 10: try await letTimePass()
        case 11: try await scene.drop(riddle.id, by: member)
        case 12 where draw(3) == 0: if let sender = riddle.sender { try await scene.withdraw(riddle.id, by: sender) }
        default: if draw(6) == 0 { try await scene.end(between: member, and: self.member()) }
        }
    }

    private mutating func send() async throws {
        let (sender, audience) = (member(), [Riddle.Audience.members, .club, .link][draw(3)])
        let receivers = audience == .members ? scene.members.filter { $0 != sender && draw(2) == 0 } : []
        guard let id = try await scene.send(audience, by: sender, to: receivers) else { return }
        riddles.append((id, sender, audience))
    }

    private mutating func answer(
        _ riddle: (id: ID<Riddle>, sender: ID<Member>?, audience: Riddle.Audience), by member: ID<Member>
    ) async throws {
        if riddle.audience == .link { try await scene.receive(riddle.id, by: member) }
        for _ in 0...draw(4) {
            let match = [RiddleAnswer.Match.exact, .nearly, .none, .none, .none, .none][draw(6)]
            guard riddle.audience.isJudged, let sender = riddle.sender else {
                try await scene.answer(riddle.id, by: member, match)
                continue
            }
            try await scene.wait(riddle.id, by: member, match)
            // Some answers are not judged now, and some are judged twice.
            for _ in 0..<draw(3) {
                let verdict: RiddleAnswer.Verdict = draw(4) == 0 ? .right : .wrong
                for number in 1...3 { try await scene.judge(riddle.id, of: member, number: number, by: sender, verdict) }
            }
        }
    }

    private mutating func daily() async throws {
        let riddle = try await scene.daily()
        if !riddles.contains(where: { $0.id == riddle }) { riddles.append((riddle, nil, .daily)) }
        for member in scene.members where draw(3) > 0 {
            try await scene.answer(riddle, by: member, draw(4) > 0 ? .exact : .none)
        }
    }

    private mutating func dispute(_ riddle: ID<Riddle>, by member: ID<Member>) async throws {
        guard let opened = try await scene.dispute(riddle, by: member) else { return }
        for juror in opened.jurors where draw(4) > 0 {
            try await scene.vote(draw(3) > 0 ? .right : .wrong, on: member, about: riddle, by: juror)
        }
        try await scene.decideDispute(member, about: riddle)
    }

    /// Lets a day pass. Then overdue answers are judged and some disputes are decided.
    private mutating func letTimePass() async throws {
        try scene.letADayPass()
        for riddle in riddles {
            try await scene.judgeOverdue(riddle.id)
            for member in scene.members where draw(3) == 0 { try await scene.decideDispute(member, about: riddle.id) }
        }
    }
}
