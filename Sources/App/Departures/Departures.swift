import Logging
import Postgres

/// Ends memberships, and erases the data of former members by the features' erasure steps. A scheduled cleanup repeats an interrupted
/// erasure.
struct Departures: Sendable {
    private let services: Services
    private let queries = DepartureQueries()
    private static let accountsAtOnce = 10
    private static let batchesAtOnce = 20
    private static let rowsOfBatch = 200

    init(_ services: Services) { self.services = services }

    /// Ends a membership. Returns the former member, whose data must be erased next. Nil if there is no membership to end.
    private func leave(_ account: ID<Account>, _ club: Club, isDue: Bool) async throws -> ID<Member>? {
        let (_, _, successor, member) = try await services.database.write(
            tenant: club.id.rawValue, retrying: true, queries.lock(account), queries.lock(),
            queries.promoteSuccessor(of: account, isDue: isDue), queries.leave(account, isDue: isDue))
        guard let member else { return nil }
        for account in [account, successor] { account.map { services.sessions.forget($0) } }
        services.clubs.forget(club.slug)
        services.announcer.announce(.lobby(club.id))
        return member
    }

    /// Deletes accounts whose days of grace are over. Ends their memberships and erases their data first. Returns the number of deleted
    /// accounts.
    func deleteDueAccounts() async throws -> Int {
        let due = try await services.database.read(AccountDeletionQueries().due(limit: Self.accountsAtOnce))
        for account in due {
            for club in try await services.clubs.clubs(of: account) {
                guard let member = try await leave(account, club, isDue: false) else { continue }
                try await clear(member, in: club.id)
            }
            try await services.database.write(ClubDirectoryQueries().name(account), AccountDeletionQueries().delete(account))
            services.sessions.forget(account)
        }
        return due.count
    }

    /// Ends a membership whose days of grace are over. Returns false if it has ended already, or if the member has decided to stay.
    func endDueMembership(of account: ID<Account>, in club: Club) async throws -> Bool {
        guard let member = try await leave(account, club, isDue: true) else { return false }
        services.members.forget(member)
        await services.presence.leave(member, in: club.id)
        try await clear(member, in: club.id)
        return true
    }

    /// Deletes a club without members, or as much of it as one run may. Returns false if there was nothing to delete.
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

    /// Erases the data of a former member, and logs the number of rows of each erasure step.
    func clear(_ member: ID<Member>, in club: ID<Club>) async throws {
        let erasureSteps = features.flatMap(\.erasureSteps)
        let few = erasureSteps.compactMap { clearing in clearing.statement(of: member).map { (name: clearing.name, query: $0) } }
        var counts: [String: Int] = [:]
        func count(_ name: String, _ cleared: Int) { counts[name, default: 0] += cleared }
        let first = try await services.database.write(tenant: club.rawValue, and: few.map(\.query))
        for (clearing, cleared) in zip(few, first) { count(clearing.name, cleared) }
        // Steps that other members wait for come first. All steps run twice, because a request that began before the member left may have
        // stored something after the first run.
        let inOrder = erasureSteps.filter(\.isAction) + erasureSteps.filter { !$0.isAction }
        for clearing in inOrder + inOrder { count(clearing.name, try await clearing.clear(member, in: club, services)) }
        let (_, last) = try await services.database.write(tenant: club.rawValue, queries.markCleared(member), and: few.map(\.query))
        for (clearing, cleared) in zip(few, last) { count(clearing.name, cleared) }
        services.logger.info(
            "former member cleared",
            metadata: counts.filter { $0.value > 0 }.mapValues { "\($0)" }.merging(["club": "\(club)", "member": "\(member)"]) { own, _ in
                own
            })
        services.announcer.announce([.lobby(club), .room(.lobby, in: club)] + erasureSteps.flatMap { $0.topics(club) })
    }
}
