import Hummingbird
import Postgres
import Web

/// Tries, verdicts, hints, giving up, and reminding.
struct AnswerRoutes {
    private let queries = AnswerQueries()
    private let riddles = RiddleQueries()
    private let notices = RiddleNoticeQueries()

    func add(to site: Site) {
        let riddle = "/c/:club/riddles/:riddle"
        site.memberPost(RouterPath(stringLiteral: riddle + "/answers"), answer)
        site.memberPost(RouterPath(stringLiteral: riddle + "/verdict"), judge)
        site.memberPost(RouterPath(stringLiteral: riddle + "/hints"), openHint)
        site.memberPost(RouterPath(stringLiteral: riddle + "/surrender"), giveUp)
        site.memberPost(RouterPath(stringLiteral: riddle + "/nudge"), nudge)
    }

    // MARK: Trying

    private func answer(_ visit: MemberVisit) async throws -> Response {
        let table = try RiddleTable(visit)
        let text = visit.form.line("text")
        return try await visit.answer {
            guard !text.isEmpty else { throw Refusal(.unprocessableContent, "Write what you think it says.") }
            let length = text.unicodeScalars.count
            guard length <= Riddle.longestAnswer else {
                throw Refusal(.unprocessableContent, "That is \(length) characters; \(Riddle.longestAnswer) fit.")
            }
            try visit.spend(.riddleAnswer)
            let (riddle, secret) = try await visit.read(
                riddles.riddle(table.id, to: visit.me, hidden: visit.hidden), queries.secret(of: table.id))
            guard let riddle, let secret else { throw Problem.notFound }
            guard riddle.sender?.id != visit.me else { throw Refusal(.unprocessableContent, "You made it: the solution is yours already.") }
            try await store(text, secret.match(text), to: riddle, table)
            return try await table.answer()
        } refused: { refusal in
            try await table.answer(text: text, refused: refusal)
        }
    }

    private func store(_ text: String, _ match: RiddleAnswer.Match, to riddle: RiddleRecord, _ table: RiddleTable) async throws {
        let (visit, id) = (table.visit, table.id)
        guard riddle.audience.isJudged else {
            try await judgeAtOnce(text, match, table)
            return table.announce([visit.me, riddle.sender?.id])
        }
        let (_, stored) = try await visit.write(riddles.lock(id), queries.wait(with: text, match, to: id, by: visit.me))
        guard stored == 1 else { throw Self.notNow }
        table.announce([visit.me, riddle.sender?.id])
    }

    private func judgeAtOnce(_ text: String, _ match: RiddleAnswer.Match, _ table: RiddleTable) async throws {
        let (visit, id) = (table.visit, table.id)
        func judge(mayBeFirst: Bool) async throws -> Riddle.State? {
            try await visit.write(
                riddles.lock(id), queries.begin(id, by: visit.me),
                queries.judge(text, match, to: id, by: visit.me, mayBeFirst: mayBeFirst), notices.tellSender(of: id, by: visit.me),
                RiddleBadges.riddles.settle([visit.me])
            ).2
        }
        let state: Riddle.State?
        do {
            state = try await judge(mayBeFirst: true)
        } catch let error as DatabaseError where error.constraint == "riddle_plays_one_first" {
            state = try await judge(mayBeFirst: false)
        }
        guard state != nil else { throw Self.notNow }
    }

    private static let notNow = Refusal(.conflict, "There is no try to make just now. This is how it stands.")

    private func openHint(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { table in
            let (_, _, opened) = try await visit.write(
                riddles.lock(table.id), queries.begin(table.id, by: visit.me), queries.openHint(of: table.id, for: visit.me))
            guard opened == 1 else { throw Refusal(.conflict, "There is no hint to open.") }
            table.announce([visit.me])
        }
    }

    private func giveUp(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { table in
            let (_, _, ended, told) = try await visit.write(
                riddles.lock(table.id), queries.begin(table.id, by: visit.me), queries.giveUp(table.id, by: visit.me),
                notices.tellSender(of: table.id, by: visit.me))
            guard ended == 1 else { throw Refusal(.conflict, "There is nothing to give up just now.") }
            table.announce(told + [visit.me])
        }
    }

    /// Does something to a riddle that the visitor may see, and shows how it stands then.
    private func act(_ visit: MemberVisit, _ deed: (RiddleTable) async throws -> Void) async throws -> Response {
        let table = try RiddleTable(visit)
        return try await visit.answer {
            try visit.spend(.riddleAnswer)
            guard try await visit.read(riddles.riddle(table.id, to: visit.me, hidden: visit.hidden)) != nil else { throw Problem.notFound }
            try await deed(table)
            return try await table.answer()
        } refused: { refusal in
            try await table.answer(refused: refusal)
        }
    }

    // MARK: Judging

    private func judge(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { table in
            guard let verdict = RiddleAnswer.Verdict(rawValue: visit.form["verdict"]), verdict != .nearly,
                let number = visit.form.number("number")
            else { throw Refusal(.unprocessableContent, "Say whether it is right or wrong.") }
            let member = try await visit.member(visit.form["member"])
            let (_, state, _, _) = try await visit.write(
                riddles.lock(table.id), queries.judge(verdict, number: number, of: member, to: table.id, by: visit.me),
                notices.tell(member, of: .riddleJudged, about: table.id, by: visit.me), RiddleBadges.riddles.settle([member]))
            guard state != nil else { throw Refusal(.conflict, "There is no such answer that waits for you. This is how it stands.") }
            table.announce([member, visit.me])
        }
    }

    private func nudge(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { table in
            let handle = visit.form["member"]
            let reminding =
                handle.isEmpty
                ? queries.nudgeSender(of: table.id, by: visit.me)
                : queries.nudge(try await visit.member(handle), about: table.id, by: visit.me)
            let (_, reminded) = try await visit.write(riddles.lock(table.id), reminding)
            guard let reminded else { throw Refusal(.conflict, "Nobody is to be reminded just now; once a day is enough.") }
            table.announce(try await visit.write(notices.tell(reminded, of: .riddleNudge, about: table.id, by: visit.me)) + [visit.me])
        }
    }
}
