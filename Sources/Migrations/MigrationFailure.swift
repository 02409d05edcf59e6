import Postgres

/// A failed step of a migration. Its text tells the operator what is known and what to do.
struct MigrationFailure: Error {
    let plan: MigrationPlan
    let step: MigrationPlan.Step
    let error: ScriptError
    /// Descriptions of the sessions that held the lock for which the failed step waited.
    let blockers: [String]
    let isInterrupted: Bool
    var invalidIndexes: [String] = []

    /// Whether the migration may run again. It may if it was rolled back as a whole because of other sessions: a lock was not available
    /// (55P03), or there was a deadlock (40P01) or a serialization failure (40001).
    var mayRunAgain: Bool { plan.migration.isTransactional && ["55P03", "40P01", "40001"].contains(error.sqlState) }

    var retryReport: String {
        let whom = blockers.isEmpty ? "" : " They are held by \(blockers.joined(separator: "; by "))."
        return
            "\(plan.place(of: step)) did not get its locks; it was rolled back, so that nobody waits for it, and is tried again.\(whom)"
    }

    func error(isTimeOver: Bool) -> MigrationError {
        let words = [isTimeOver && mayRunAgain ? nobodyLetGo : what, outcome].joined(separator: "\n")
        return MigrationError(words, isInterruption: isInterrupted && error.sqlState == "57014")
    }

    private var what: String {
        guard let state = error.sqlState else { return "\(place): the connection to the database was lost (\(error.message))." }
        if isInterrupted, state == "57014" { return "\(place): stopped, as you asked." }
        var lines = ["\(place): \(error.message) (SQLSTATE \(state))"]
        lines += [("detail", error.detail), ("hint", error.hint ?? hint), ("context", error.context)].compactMap { name, text in
            text.map { "  \(name): \($0.replacing("\n", with: "\n    "))" }
        }
        return lines.joined(separator: "\n")
    }

    private var hint: String? {
        switch error.sqlState {
        case "25001": "Give it a file of its own, with \"-- no transaction\" as the first line."
        case "23505" where step.kind == .record: "In the meantime another migrator or a person has recorded this migration."
        default: nil
        }
    }

    private var nobodyLetGo: String {
        let whom = blockers.map { "  held by \($0)" }
        return
            (["\(place): other sessions held locks that it needs, until it gave up."] + whom
            + ["  Wait for them, or end one as a superuser: SELECT pg_terminate_backend(…its process…)"]).joined(separator: "\n")
    }

    private var place: String { plan.place(of: step, error.position) }

    private var outcome: String {
        let migration = plan.migration
        guard migration.isTransactional else { return half }
        if step.kind == .commit, error.sqlState == nil {
            return """
                Its commit was not confirmed, so it is unknown whether \(migration.title) is applied. All of it is, or nothing.
                To see the state: boardwalk migrate status. To go on in either case: boardwalk migrate up
                """
        }
        let cause = error.sqlState == nil || isInterrupted || mayRunAgain ? "" : "Correct the file. "
        return """
            Nothing of \(migration.title) was changed; what came before it stays applied.
            \(cause)To go on: boardwalk migrate up
            """
    }

    private var half: String {
        let done = plan.statementsDone(before: step)
        if step.kind == .record {
            let next = error.sqlState == nil ? "To see the state: boardwalk migrate status" : "To go on: boardwalk migrate up"
            return "Nothing of \(plan.migration.title) was run. \(next)"
        }
        let applied = AppliedMigration(
            number: plan.migration.number, name: plan.migration.name, checksum: plan.migration.checksum, isAdditive: false,
            isComplete: false, version: "", appliedAt: "", milliseconds: nil, statementsDone: done)
        return HalfApplied(applied, [plan.migration], invalidIndexes).description
    }
}

extension MigrationPlan {
    /// Returns the place of a step in its file, such as `0005_chat.sql, line 12`. `position` is the number of a character in the statement
    /// of the step.
    func place(of step: Step, _ position: Int? = nil) -> String {
        guard case .statement(let index) = step.kind else {
            return step.kind == .commit ? "\(migration.file), at its commit" : migration.file
        }
        return "\(migration.file), line \(statements[index].line(ofCharacter: position))"
    }

    func statementsDone(before step: Step) -> Int {
        let index = steps.firstIndex { $0.kind == step.kind && $0.sql == step.sql } ?? 0
        return steps[..<index].count { if case .statement = $0.kind { true } else { false } }
    }
}
