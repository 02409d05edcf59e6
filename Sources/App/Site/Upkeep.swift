import Postgres

/// What ends with time, a little at a time. Its name is that of its counter in the log and in /metrics.
struct Upkeep: Sendable {
    enum Work: Sendable {
        /// In one club: a statement for at most so many rows, and what is to be done with each of those whose keys it returns. Returns whether
        /// that was done.
        case club(@Sendable (Club) -> Query<Found>, each: (@Sendable (_ key: Int, Club, Services) async throws -> Bool)?)
        /// In what belongs to no club. Returns how much.
        case server(@Sendable (Services) async throws -> Int)
    }

    /// What a statement has ended, or found.
    enum Found: Sendable {
        case count(Int)
        case keys([Int])
    }

    let name: String
    /// What looks different when something has ended.
    let topics: @Sendable (ID<Club>) -> [Topic]
    let work: Work

    /// A statement that returns how much it has ended.
    init(
        _ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] },
        _ query: @escaping @Sendable (Club) -> Query<Int>
    ) {
        (self.name, self.topics) = (name, topics)
        work = .club({ query($0).map { .count($0) } }, each: nil)
    }

    /// A statement that finds what is to be ended, each by more than a statement. That comes after the statement's transaction, perhaps in two
    /// instances at once: end only what is still open, and announce there what concerns single members, as `GameEnding.abandon` does.
    init<Entity>(
        _ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] },
        _ query: @escaping @Sendable (Club) -> Query<[ID<Entity>]>,
        each end: @escaping @Sendable (ID<Entity>, Club, Services) async throws -> Bool
    ) {
        (self.name, self.topics) = (name, topics)
        work = .club({ query($0).map { .keys($0.map(\.rawValue)) } }, each: { try await end(ID($0), $1, $2) })
    }

    init(_ name: String, _ work: Work) { (self.name, topics, self.work) = (name, { _ in [] }, work) }

    /// nil: it is done in no club.
    func query(in club: Club) -> Query<Found>? {
        if case .club(let query, _) = work { query(club) } else { nil }
    }

    /// Ends what its statement has found. Returns how much has been ended.
    func end(_ found: Found, in club: Club, _ services: Services) async throws -> Int {
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
