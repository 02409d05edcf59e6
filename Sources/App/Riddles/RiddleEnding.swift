import Postgres

/// What comes to an end without anybody's doing: verdicts that nobody gave, and disputes.
struct RiddleEnding: Sendable {
    private let services: Services
    private let club: ID<Club>

    init(_ services: Services, in club: ID<Club>) { (self.services, self.club) = (services, club) }

    /// Settles a dispute, if all have voted or its time is over. Returns whether it was settled.
    @discardableResult
    func settle(_ member: ID<Member>, about riddle: ID<Riddle>) async throws -> Bool {
        let (_, settled, _) = try await services.database.write(
            tenant: club.rawValue, RiddleQueries().lock(riddle), DisputeQueries().settle(member, about: riddle),
            RiddleBadges.riddles.settle([member]))
        guard let settled else { return false }
        if let sender = settled.sender {
            try await services.database.write(
                tenant: club.rawValue, RiddleNoticeQueries().tell(member, of: .riddleSettled, about: riddle, by: sender),
                RiddleNoticeQueries().tell(sender, of: .riddleSettled, about: riddle, by: member))
        }
        announce(riddle, [member, settled.sender])
        return true
    }

    /// Settles the disputes about a riddle whose time is over.
    func settleDue(_ riddle: ID<Riddle>) async throws -> Bool {
        var isSettled = false
        for member in try await services.database.read(tenant: club.rawValue, DisputeQueries().due(about: riddle)) {
            if try await settle(member, about: riddle) { isSettled = true }
        }
        return isSettled
    }

    /// Judges the answers to a riddle that have waited too long, one after the other.
    func judgeDue(_ riddle: ID<Riddle>) async throws -> Bool {
        var isJudged = false
        while true {
            let (_, due) = try await services.database.write(
                tenant: club.rawValue, RiddleQueries().lock(riddle), AnswerQueries().judgeDue(riddle))
            guard let due else { return isJudged }
            isJudged = true
            if let sender = due.sender {
                try await services.database.write(
                    tenant: club.rawValue, RiddleNoticeQueries().tell(due.member, of: .riddleTimed, about: riddle, by: sender),
                    RiddleNoticeQueries().tellSender(of: riddle, by: due.member))
            }
            try await services.database.write(tenant: club.rawValue, RiddleBadges.riddles.settle([due.member]))
            announce(riddle, [due.member, due.sender])
        }
    }

    private func announce(_ riddle: ID<Riddle>, _ members: [ID<Member>?]) {
        services.announcer.announce([.riddle(riddle, in: club)] + members.compactMap(\.self).map { .inbox($0, in: club) })
    }
}
