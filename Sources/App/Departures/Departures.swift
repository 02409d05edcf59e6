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

    /// Returns the former member, whose data must be erased next. Nil if there is no membership to end.
    /// - Parameter onlyIfDue: whether the membership ends only if its days of grace are over. False if the whole account is deleted.
    private func endMembership(of account: ID<Account>, in club: Club, onlyIfDue: Bool) async throws -> ID<Member>? {
        let (_, _, successor, member) = try await services.database.write(
            tenant: club.id.rawValue, retryingConflicts: true, queries.lock(account), queries.lock(),
            queries.promoteSuccessor(of: account, onlyIfDue: onlyIfDue), queries.deleteMembership(of: account, onlyIfDue: onlyIfDue))
        guard let member else { return nil }
        for account in [account, successor] { account.map { services.sessions.evict($0) } }
        services.clubs.evict(club.slug)
        services.announcer.announce(.lobby(club.id))
        return member
    }

    /// Deletes accounts whose days of grace are over. Ends their memberships and erases their data first. Returns the number of deleted
    /// accounts.
    func deleteDueAccounts() async throws -> Int {
        let due = try await services.database.read(AccountDeletionQueries().due(limit: Self.accountsAtOnce))
        for account in due {
            for club in try await services.clubs.clubs(of: account) {
                guard let member = try await endMembership(of: account, in: club, onlyIfDue: false) else { continue }
                try await eraseData(of: member, in: club.id)
            }
            try await services.database.write(ClubDirectoryQueries().setAccount(account), AccountDeletionQueries().delete(account))
            services.sessions.evict(account)
        }
        return due.count
    }

    /// Ends a membership whose days of grace are over. Returns false if it has ended already, or if the member has decided to stay.
    func endDueMembership(of account: ID<Account>, in club: Club) async throws -> Bool {
        guard let member = try await endMembership(of: account, in: club, onlyIfDue: true) else { return false }
        services.members.evict(member)
        await services.presence.leave(member, in: club.id)
        try await eraseData(of: member, in: club.id)
        return true
    }

    /// Deletes a club without members. One call deletes a limited number of rows, so a large club needs several calls. Returns false if
    /// there was nothing to delete.
    func deleteRows(ofEmpty club: Club) async throws -> Bool {
        defer { services.clubs.evict(club.slug) }
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
    func eraseData(of member: ID<Member>, in club: ID<Club>) async throws {
        let erasureSteps = features.flatMap(\.erasureSteps)
        let statements = erasureSteps.compactMap { step in step.statement(of: member).map { (name: step.name, query: $0) } }
        var counts: [String: Int] = [:]
        func count(_ name: String, _ erased: Int) { counts[name, default: 0] += erased }
        let first = try await services.database.write(tenant: club.rawValue, and: statements.map(\.query))
        for (statement, erased) in zip(statements, first) { count(statement.name, erased) }
        // Steps that other members wait for come first. All steps run twice, because a request that began before the member left may have
        // stored something after the first run.
        let inOrder = erasureSteps.filter(\.isAction) + erasureSteps.filter { !$0.isAction }
        for step in inOrder + inOrder { count(step.name, try await step.erase(member, in: club, services)) }
        let (_, last) = try await services.database.write(
            tenant: club.rawValue, queries.markErased(member), and: statements.map(\.query))
        for (statement, erased) in zip(statements, last) { count(statement.name, erased) }
        services.logger.info(
            "data of a former member erased",
            metadata: counts.filter { $0.value > 0 }.mapValues { "\($0)" }.merging(["club": "\(club)", "member": "\(member)"]) { own, _ in
                own
            })
        services.announcer.announce([.lobby(club), .room(.lobby, in: club)] + erasureSteps.flatMap { $0.topics(club) })
    }
}
