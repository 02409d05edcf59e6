import Postgres

/// Deletes or ends things that are too old, in small steps. `name` is also the name of the cleanup's counter in the log and in /metrics.
struct ScheduledCleanup: Sendable {
    enum Work: Sendable {
        /// Work in one club: a statement for a limited number of rows, and an action for each key that the statement returns. The action
        /// returns whether it has ended something.
        case club(@Sendable (Club) -> Query<Found>, each: (@Sendable (_ key: Int, Club, Services) async throws -> Bool)?)
        /// Work outside of clubs. Returns the number of things that it has ended.
        case server(@Sendable (Services) async throws -> Int)
    }

    /// The number of rows that a statement has ended, or the keys of rows that still have to be ended.
    enum Found: Sendable {
        case count(Int)
        case keys([Int])
    }

    let name: String
    let topics: @Sendable (ID<Club>) -> [Topic]
    let work: Work

    /// Creates a cleanup with a statement that ends or deletes rows, and returns their number.
    init(
        _ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] },
        _ query: @escaping @Sendable (Club) -> Query<Int>
    ) {
        (self.name, self.topics) = (name, topics)
        work = .club({ query($0).map { .count($0) } }, each: nil)
    }

    /// Creates a cleanup with a statement that finds rows, and an action that ends one of these rows. The action runs after the statement's
    /// transaction, and two instances of the server may run the action for the same row at the same time. So the action must check that the
    /// row is still open. `topics` are topics of the whole club. The action announces the topics of single members itself, as
    /// `GameStore.endOverdue` does.
    init<Entity>(
        _ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] },
        _ query: @escaping @Sendable (Club) -> Query<[ID<Entity>]>,
        each end: @escaping @Sendable (ID<Entity>, Club, Services) async throws -> Bool
    ) {
        (self.name, self.topics) = (name, topics)
        work = .club({ query($0).map { .keys($0.map(\.rawValue)) } }, each: { try await end(ID($0), $1, $2) })
    }

    init(_ name: String, _ work: Work) { (self.name, topics, self.work) = (name, { _ in [] }, work) }

    func query(in club: Club) -> Query<Found>? {
        if case .club(let query, _) = work { query(club) } else { nil }
    }

    /// Runs the action for each key in `found`. If the statement has already ended the rows, there is nothing to do. Returns the number of
    /// rows that were ended.
    func finish(_ found: Found, in club: Club, _ services: Services) async throws -> Int {
        switch (found, work) {
        case (.count(let count), _): return count
        case (.keys(let keys), .club(_, let end?)):
            var count = 0
            for key in keys where try await end(key, club, services) { count += 1 }
            return count
        case (.keys, _): return 0
        }
    }
}
