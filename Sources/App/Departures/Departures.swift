import Logging
import Postgres

/// Lets members go, and clears what was theirs, as the features say: at once in the background, and, should that be interrupted, with the
/// clean-up.
struct Departures: Sendable {
    private let services: Services
    private let queries = DepartureQueries()
    private static let accountsAtOnce = 10
    private static let batchesAtOnce = 20
    private static let rowsOfBatch = 200

    init(_ services: Services) { self.services = services }

    /// Ends the membership. Returns who it was, of whom everything is still to be cleared; nil: no member.
    private func leave(_ account: ID<Account>, _ club: Club, isDue: Bool) async throws -> ID<Member>? {
        let (_, _, heir, member) = try await services.database.write(
            tenant: club.id.rawValue, retrying: true, queries.lock(account), queries.lock(),
            queries.promoteHeir(of: account, isDue: isDue), queries.leave(account, isDue: isDue))
        guard let member else { return nil }
        for account in [account, heir] { account.map { services.sessions.forget($0) } }
        services.clubs.forget(club.slug)
        services.announcer.announce(.lobby(club.id))
        return member
    }

    /// Deletes accounts whose days of grace are over: they leave every club, and what was theirs goes first. Returns how many.
    func deleteDueAccounts() async throws -> Int {
        let due = try await services.database.read(AccountQueries().due(limit: Self.accountsAtOnce))
        for account in due {
            for club in try await services.clubs.clubs(of: account) {
                guard let member = try await leave(account, club, isDue: false) else { continue }
                try await clear(member, in: club.id)
            }
            try await services.database.write(DirectoryQueries().name(account), AccountQueries().delete(account))
            services.sessions.forget(account)
        }
        return due.count
    }

    /// Lets somebody go whose days of grace are over. Returns whether they were still a member.
    func leaveForGood(_ account: ID<Account>, _ club: Club) async throws -> Bool {
        guard let member = try await leave(account, club, isDue: true) else { return false }
        services.members.forget(member)
        await services.presence.leave(member, in: club.id)
        try await clear(member, in: club.id)
        return true
    }

    /// Deletes a club that nobody is in any more, or as much of it as a turn may. Returns whether there was anything to delete.
    func deleteRows(ofEmpty club: Club) async throws -> Bool {
        defer { services.clubs.forget(club.slug) }
        var deleted = 0
        for _ in 0..<Self.batchesAtOnce {
            let rows = try await services.database.write(
                tenant: club.id.rawValue, queries.deleteRowsOfEmptyClub(days: DepartureRoutes.daysOfGrace, limit: Self.rowsOfBatch))
            if rows == 0 { break }
            deleted += rows
        }
        return deleted > 0
    }

    /// Clears what was a former member's. Logs how much of each kind.
    func clear(_ member: ID<Member>, in club: ID<Club>) async throws {
        let clearings = features.flatMap(\.clearings)
        let few = clearings.compactMap { clearing in clearing.few(of: member).map { (name: clearing.name, query: $0) } }
        var counts: [String: Int] = [:]
        func count(_ name: String, _ cleared: Int) { counts[name, default: 0] += cleared }
        let first = try await services.database.write(tenant: club.rawValue, and: few.map(\.query))
        for (clearing, cleared) in zip(few, first) { count(clearing.name, cleared) }
        // What others wait for comes first; and all of it twice, as what had begun before they left may have been stored since.
        let inOrder = clearings.filter(\.isDeed) + clearings.filter { !$0.isDeed }
        for clearing in inOrder + inOrder { count(clearing.name, try await clearing.clear(member, in: club, services)) }
        let (_, last) = try await services.database.write(tenant: club.rawValue, queries.noteCleared(member), and: few.map(\.query))
        for (clearing, cleared) in zip(few, last) { count(clearing.name, cleared) }
        services.logger.info(
            "former member cleared",
            metadata: counts.filter { $0.value > 0 }.mapValues { "\($0)" }.merging(["club": "\(club)", "member": "\(member)"]) { own, _ in
                own
            })
        services.announcer.announce([.lobby(club), .room(.lobby, in: club)] + clearings.flatMap { $0.topics(club) })
    }
}
