import Postgres

/// What a former member leaves behind and is cleared. All of it is done twice, as what had begun before they left may be stored after the
/// first time.
struct Clearing: Sendable {
    enum Work: Sendable {
        /// What there is not much of: one statement.
        case few(@Sendable (ID<Member>) -> Query<Int>)
        /// So many rows at a time, until a statement returns that there were none.
        case rows(atOnce: Int, @Sendable (ID<Member>, _ limit: Int) -> Query<Int>)
        /// More than a statement. Returns how much that was.
        case deed(@Sendable (ID<Member>, ID<Club>, Services) async throws -> Int)
    }

    /// As the log has it.
    let name: String
    let work: Work
    /// What looks different afterwards, besides the lobby: of the club, as nobody knows here of which single thing it was.
    let topics: @Sendable (ID<Club>) -> [Topic]

    init(_ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] }, _ work: Work) {
        (self.name, self.topics, self.work) = (name, topics, work)
    }

    init(
        _ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] },
        _ few: @escaping @Sendable (ID<Member>) -> Query<Int>
    ) {
        self.init(name, announcing: topics, .few(few))
    }

    var isDeed: Bool {
        if case .deed = work { true } else { false }
    }

    /// nil: it is more than one statement.
    func few(of member: ID<Member>) -> Query<Int>? {
        if case .few(let query) = work { query(member) } else { nil }
    }

    /// Clears what takes longer. Returns how much that was.
    func clear(_ member: ID<Member>, in club: ID<Club>, _ services: Services) async throws -> Int {
        var count = 0
        switch work {
        case .few: break
        case .rows(let limit, let query):
            while true {
                let cleared = try await services.database.write(tenant: club.rawValue, query(member, limit))
                guard cleared > 0 else { break }
                count += cleared
            }
        case .deed(let deed): count = try await deed(member, club, services)
        }
        return count
    }
}
