/// The statements that are sent to PostgreSQL for one migration, in their order. `--dry-run` prints these statements.
struct MigrationPlan {
    struct Step {
        enum Kind: Equatable { case begin, record, statement(Int), progress, finish, commit }
        var kind: Kind
        var sql: String
    }

    let migration: Migration
    let statements: [SQLStatement]
    let steps: [Step]

    /// Throws `MigrationError` if the migration contains a statement that is not allowed, or cannot be split into statements.
    init(_ migration: Migration, version: String) throws {
        self.migration = migration
        statements = try Self.statements(of: migration)
        steps = Self.steps(migration, statements, version)
    }

    var script: String {
        let how = migration.isTransactional ? "in one transaction" : "outside a transaction, statement by statement"
        return (["-- \(migration.file), \(how)"] + steps.map { $0.sql + ";" }).joined(separator: "\n") + "\n"
    }

    private static func steps(_ migration: Migration, _ statements: [SQLStatement], _ version: String) -> [Step] {
        let isWhole = migration.isTransactional
        var steps = [Step(kind: .record, sql: History.record(migration, version: version))]
        for (index, statement) in statements.enumerated() {
            steps.append(Step(kind: .statement(index), sql: statement.text))
            if !isWhole { steps.append(Step(kind: .progress, sql: History.progress(migration, done: index + 1))) }
        }
        steps.append(Step(kind: .finish, sql: History.finish(migration)))
        guard isWhole else { return steps }
        return [Step(kind: .begin, sql: "BEGIN")] + steps + [Step(kind: .commit, sql: "COMMIT")]
    }

    private static func statements(of migration: Migration) throws -> [SQLStatement] {
        let statements: [SQLStatement]
        do { statements = try SQLScript.statements(of: migration.sql) } catch let mistake as SQLScript.Mistake {
            throw MigrationError("\(migration.file), \(mistake.words) Nothing was applied.")
        }
        guard !statements.isEmpty else {
            throw MigrationError("\(migration.file) has no statement. Write one, or delete the file. Nothing was applied.")
        }
        for statement in statements {
            if let refusal = statement.refusal {
                throw MigrationError("\(migration.file), line \(statement.line): \(refusal) Nothing was applied.")
            }
        }
        return statements
    }
}

extension SQLStatement {
    /// The reason why a migration must not contain this statement. Nil if it may contain it.
    fileprivate var refusal: String? {
        let first = words.first ?? ""
        let isTransaction =
            ["BEGIN", "COMMIT", "END", "ABORT"].contains(first) || words.starts(with: ["START", "TRANSACTION"])
            || words.starts(with: ["PREPARE", "TRANSACTION"]) || (first == "ROLLBACK" && !words.contains("TO"))
        if isTransaction {
            return """
                a migration must not contain \(words.prefix(first == "START" || first == "PREPARE" ? 2 : 1).joined(separator: " ")). \
                It already runs in a transaction. If that is not possible, use a separate file that begins with "-- no transaction".
                """
        }
        if first == "COPY", words.contains("STDIN") || words.contains("STDOUT") {
            return "COPY from a client does not work here. Write INSERT … VALUES."
        }
        return nil
    }
}

extension SQLScript.Mistake {
    fileprivate var words: String {
        switch self {
        case .unclosed(let what, let line): "line \(line): the \(what) that begins here never ends."
        case .psqlCommand(let line): "line \(line): a command that begins with a backslash is for psql. A migration is only SQL."
        }
    }
}
