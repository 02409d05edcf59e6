import Postgres

/// Deletes a part of what a former member leaves behind. All steps run twice, because a request that began before the member left may store
/// something after the first run.
struct ErasureStep: Sendable {
    enum Work: Sendable {
        /// One statement, for a small number of rows.
        case statement(@Sendable (ID<Member>) -> Query<Int>)
        /// A statement for at most `atOnce` rows. It is repeated until it returns 0.
        case rows(atOnce: Int, @Sendable (ID<Member>, _ limit: Int) -> Query<Int>)
        /// Work that needs more than one statement. Returns the number of things that it has deleted.
        case action(@Sendable (ID<Member>, ID<Club>, Services) async throws -> Int)
    }

    let name: String
    let work: Work
    /// The topics that are announced as changed after the step, besides the lobby. They are topics of the whole club, because the step does
    /// not tell which rows it has deleted.
    let topics: @Sendable (ID<Club>) -> [Topic]

    init(_ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] }, _ work: Work) {
        (self.name, self.topics, self.work) = (name, topics, work)
    }

    init(
        _ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] },
        _ statement: @escaping @Sendable (ID<Member>) -> Query<Int>
    ) {
        self.init(name, announcing: topics, .statement(statement))
    }

    /// Deletes all rows of the member from a table that has a few rows for each member.
    /// - Parameter table: a table with the column `member_id`.
    init(deleting table: SQL) {
        self.init("\(table)", .statement { .change("DELETE FROM \(table) WHERE member_id = $1", $0) })
    }

    /// Deletes all rows of the member from a table, at most `atOnce` rows at a time.
    /// - Parameters:
    ///   - table: a table with the column `member_id`.
    ///   - key: the columns that identify a row of the member.
    init(deleting table: SQL, by key: SQL, atOnce: Int) {
        self.init(
            "\(table)",
            .rows(atOnce: atOnce) {
                .change(
                    """
                    DELETE FROM \(table) WHERE (member_id, \(key)) IN (
                        SELECT member_id, \(key) FROM \(table) WHERE member_id = $1 ORDER BY \(key) LIMIT $2)
                    """, $0, $1)
            })
    }

    var isAction: Bool {
        if case .action = work { true } else { false }
    }

    func statement(of member: ID<Member>) -> Query<Int>? {
        if case .statement(let query) = work { query(member) } else { nil }
    }

    /// Runs a step that is not a single statement, and returns the number of things that it has deleted. `Departures` runs the single
    /// statements of all steps together, so this function does nothing for them.
    func erase(_ member: ID<Member>, in club: ID<Club>, _ services: Services) async throws -> Int {
        var count = 0
        switch work {
        case .statement: break
        case .rows(let limit, let query):
            while true {
                let erased = try await services.database.write(tenant: club.rawValue, query(member, limit))
                guard erased > 0 else { break }
                count += erased
            }
        case .action(let action): count = try await action(member, club, services)
        }
        return count
    }
}
