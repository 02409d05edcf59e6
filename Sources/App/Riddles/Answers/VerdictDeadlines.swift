import Postgres

/// Verdicts that the server makes: on answers that the sender has not judged in time, and on disputes after the vote.
struct VerdictDeadlines: Sendable {
    private let services: Services
    private let club: ID<Club>

    init(_ services: Services, in club: ID<Club>) { (self.services, self.club) = (services, club) }

    /// Decides a dispute when all jurors have voted or its time is over. Returns whether the dispute was decided.
    @discardableResult
    func decideDispute(_ member: ID<Member>, about riddle: ID<Riddle>) async throws -> Bool {
        let (_, decided, _) = try await services.database.write(
            tenant: club.rawValue, RiddleQueries().lock(riddle), DisputeQueries().decide(member, about: riddle),
            RiddleBadges.riddles.award(to: [member]))
        guard let decided else { return false }
        if let sender = decided.sender {
            try await services.database.write(
                tenant: club.rawValue, RiddleNoticeQueries().notify(member, of: .riddleDecided, about: riddle, by: sender),
                RiddleNoticeQueries().notify(sender, of: .riddleDecided, about: riddle, by: member))
        }
        announce(riddle, [member, decided.sender])
        return true
    }

    func decideOverdueDisputes(_ riddle: ID<Riddle>) async throws -> Bool {
        var isDecided = false
        for member in try await services.database.read(tenant: club.rawValue, DisputeQueries().overdue(about: riddle)) {
            if try await decideDispute(member, about: riddle) { isDecided = true }
        }
        return isDecided
    }

    /// Judges all overdue answers to a riddle, each in its own transaction. Returns whether there was one.
    func judgeOverdue(_ riddle: ID<Riddle>) async throws -> Bool {
        var isJudged = false
        while true {
            let (_, overdue) = try await services.database.write(
                tenant: club.rawValue, RiddleQueries().lock(riddle), AnswerQueries().judgeOverdue(riddle))
            guard let overdue else { return isJudged }
            isJudged = true
            if let sender = overdue.sender {
                try await services.database.write(
                    tenant: club.rawValue, RiddleNoticeQueries().notify(overdue.member, of: .riddleTimed, about: riddle, by: sender),
                    RiddleNoticeQueries().notifySender(of: riddle, by: overdue.member))
            }
            try await services.database.write(tenant: club.rawValue, RiddleBadges.riddles.award(to: [overdue.member]))
            announce(riddle, [overdue.member, overdue.sender])
        }
    }

    private func announce(_ riddle: ID<Riddle>, _ members: [ID<Member>?]) {
        services.announcer.announce([.riddle(riddle, in: club)] + members.compactMap(\.self).map { .inbox($0, in: club) })
    }
}
