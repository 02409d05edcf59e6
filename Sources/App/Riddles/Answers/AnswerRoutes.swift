import Hummingbird
import Postgres
import Web

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

    // MARK: Answering

    private func answer(_ visit: MemberVisit) async throws -> Response {
        let riddleVisit = try RiddleVisit(visit)
        let text = visit.form.line("text")
        return try await visit.answer {
            guard !text.isEmpty else { throw Refusal(.unprocessableContent, "Write what you think it says.") }
            let length = text.unicodeScalars.count
            guard length <= Riddle.longestAnswer else {
                throw Refusal(.unprocessableContent, "That is \(length) characters. The limit is \(Riddle.longestAnswer).")
            }
            try visit.spend(.riddleAnswer)
            let (riddle, solution) = try await visit.read(
                riddles.riddle(riddleVisit.id, to: visit.me, hidden: visit.hidden), queries.solution(of: riddleVisit.id))
            guard let riddle, let solution else { throw Problem.notFound }
            guard riddle.sender?.id != visit.me else {
                throw Refusal(.unprocessableContent, "You made this riddle, so you cannot answer it.")
            }
            try await store(text, solution.match(text), to: riddle, riddleVisit)
            return try await riddleVisit.respond()
        } refused: { refusal in
            try await riddleVisit.respond(text: text, refused: refusal)
        }
    }

    private func store(_ text: String, _ match: RiddleAnswer.Match, to riddle: RiddleRecord, _ riddleVisit: RiddleVisit) async throws {
        let (visit, id) = (riddleVisit.visit, riddleVisit.id)
        guard riddle.audience.isJudged else {
            try await judgeAtOnce(text, match, riddleVisit)
            return riddleVisit.announce([visit.me, riddle.sender?.id])
        }
        let (_, stored) = try await visit.write(riddles.lock(id), queries.submit(text, match, to: id, by: visit.me))
        guard stored == 1 else { throw Self.notNow }
        riddleVisit.announce([visit.me, riddle.sender?.id])
    }

    private func judgeAtOnce(_ text: String, _ match: RiddleAnswer.Match, _ riddleVisit: RiddleVisit) async throws {
        let (visit, id) = (riddleVisit.visit, riddleVisit.id)
        func judge(mayBeFirst: Bool) async throws -> Riddle.State? {
            try await visit.write(
                riddles.lock(id), queries.start(id, by: visit.me),
                queries.submitAndJudge(text, match, to: id, by: visit.me, mayBeFirst: mayBeFirst),
                notices.notifySender(of: id, by: visit.me), RiddleBadges.riddles.award(to: [visit.me])
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

    private static let notNow = Refusal(.conflict, "You cannot answer this riddle now. This page shows its current state.")

    private func openHint(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { riddleVisit in
            let (_, _, opened) = try await visit.write(
                riddles.lock(riddleVisit.id), queries.start(riddleVisit.id, by: visit.me),
                queries.openHint(of: riddleVisit.id, for: visit.me))
            guard opened == 1 else { throw Refusal(.conflict, "There is no hint to open.") }
            riddleVisit.announce([visit.me])
        }
    }

    private func giveUp(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { riddleVisit in
            let (_, _, ended, notified) = try await visit.write(
                riddles.lock(riddleVisit.id), queries.start(riddleVisit.id, by: visit.me), queries.giveUp(riddleVisit.id, by: visit.me),
                notices.notifySender(of: riddleVisit.id, by: visit.me))
            guard ended == 1 else { throw Refusal(.conflict, "There is nothing to give up now.") }
            riddleVisit.announce(notified + [visit.me])
        }
    }

    private func act(_ visit: MemberVisit, _ action: (RiddleVisit) async throws -> Void) async throws -> Response {
        let riddleVisit = try RiddleVisit(visit)
        return try await visit.answer {
            try visit.spend(.riddleAnswer)
            let riddle = try await visit.read(riddles.riddle(riddleVisit.id, to: visit.me, hidden: visit.hidden))
            guard riddle != nil else { throw Problem.notFound }
            try await action(riddleVisit)
            return try await riddleVisit.respond()
        } refused: { refusal in
            try await riddleVisit.respond(refused: refusal)
        }
    }

    // MARK: Judging

    private func judge(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { riddleVisit in
            guard let verdict = RiddleAnswer.Verdict(rawValue: visit.form["verdict"]), verdict != .nearly,
                let number = visit.form.number("number")
            else { throw Refusal(.unprocessableContent, "Say whether it is right or wrong.") }
            let member = try await visit.member(visit.form["member"])
            let (_, state, _, _) = try await visit.write(
                riddles.lock(riddleVisit.id), queries.judge(verdict, number: number, of: member, to: riddleVisit.id, by: visit.me),
                notices.notify(member, of: .riddleJudged, about: riddleVisit.id, by: visit.me), RiddleBadges.riddles.award(to: [member]))
            guard state != nil else {
                throw Refusal(.conflict, "You cannot judge this answer now. This page shows its current state.")
            }
            riddleVisit.announce([member, visit.me])
        }
    }

    private func nudge(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { riddleVisit in
            let handle = visit.form["member"]
            let reminding =
                handle.isEmpty
                ? queries.nudgeSender(of: riddleVisit.id, by: visit.me)
                : queries.nudge(try await visit.member(handle), about: riddleVisit.id, by: visit.me)
            let (_, reminded) = try await visit.write(riddles.lock(riddleVisit.id), reminding)
            guard let reminded else { throw Refusal(.conflict, "There is nobody to remind now. You can remind somebody once a day.") }
            let notified = try await visit.write(notices.notify(reminded, of: .riddleNudge, about: riddleVisit.id, by: visit.me))
            riddleVisit.announce(notified + [visit.me])
        }
    }
}
