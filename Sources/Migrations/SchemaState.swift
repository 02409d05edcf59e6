/// An applied migration, as the database records it.
public struct AppliedMigration: Sendable, Equatable {
    public var number: Int
    public var name: String
    public var checksum: String
    public var isAdditive: Bool
    /// Whether the migration has reached its end. It is false for a migration outside a transaction that runs now or has stopped.
    public var isComplete: Bool
    /// The version of boardwalk that applied the migration.
    public var version: String
    /// The time when the migration was applied, in UTC, as text.
    public var appliedAt: String
    public var milliseconds: Int?
    /// The number of statements that are certainly done. It is used for an incomplete migration.
    public var statementsDone: Int

    /// The number and the name, such as `0001_accounts`.
    public var title: String { Migration.title(number, name) }
}

/// One content of a repeatable migration (a view or a function, which is applied again when its file changes) that was ever applied to this
/// database. It is a row of `schema_objects`.
struct AppliedObject: Sendable, Equatable {
    var name: String
    var checksum: String
}

/// Which of the migration files are applied to the database.
public struct SchemaState: Sendable {
    public var files: [Migration]
    public var applied: [AppliedMigration]
    /// The versioned migrations that are not applied.
    public var pending: [Migration]
    /// The repeatable migrations that `Migrator.up` would apply, because the content that was applied last is not that of the file.
    public var pendingRepeatable: [Migration]
    /// The repeatable migrations whose content was never applied. A server with these files must not run. If the content was applied, and a
    /// newer version of boardwalk has replaced it since then, the migration is in `pendingRepeatable`, but not here.
    private let neverAppliedRepeatable: [Migration]
    /// Applied migrations that have no file, because a newer version of boardwalk applied them.
    public var unknown: [AppliedMigration]
    /// Faults that prevent further migrations: a file was edited, renamed or skipped, or a migration stopped before its end.
    public var faults: [Fault]
    /// A description of the session that applies migrations now. Nil if there is no such session.
    public var migrator: String?

    public struct Fault: Sendable, Equatable, CustomStringConvertible {
        public var number: Int
        /// A text that says what is wrong, and what to do about it.
        public var description: String
    }

    init(
        folder: MigrationFolder, applied: [AppliedMigration], objects: [AppliedObject] = [], migrator: String? = nil,
        invalidIndexes: [String] = []
    ) {
        let files = folder.migrations
        (self.files, self.applied, self.migrator) = (files, applied, migrator)
        pendingRepeatable = folder.repeatable.filter { file in objects.first { $0.name == file.name }?.checksum != file.checksum }
        neverAppliedRepeatable = folder.repeatable.filter { !objects.contains(AppliedObject(name: $0.name, checksum: $0.checksum)) }
        let numbers = Set(applied.map(\.number))
        pending = files.filter { !numbers.contains($0.number) }
        unknown = applied.filter { $0.number > files.count }
        if let first = applied.first, first.title == Self.firstBeforeRelease, files.first?.title != first.title {
            faults = [Fault(number: first.number, description: Self.isBeforeRelease)]
            return
        }
        faults = applied.compactMap { applied in
            let isHalf = !applied.isComplete && migrator == nil
            let words = isHalf ? HalfApplied(applied, files, invalidIndexes).description : Self.difference(applied, files)
            return words.map { Fault(number: applied.number, description: $0) }
        }
        if let first = pending.first, let last = applied.last, first.number < last.number {
            let words = """
                \(first.file) was never applied, but \(last.title), which comes later, was. Migrations run in order.
                If \(first.file) is new, give it the next free number after \(Migration.digits(last.number)).
                """
            faults.append(Fault(number: first.number, description: words))
        }
    }

    /// Throws `MigrationError` unless a server that has these migration files may use this database. Its migrations must be the same, or
    /// the database may only have further migrations that are additive.
    public func checkThatServerMayRun() throws {
        if let migrator, !pending.isEmpty || applied.contains(where: { !$0.isComplete && $0.number <= files.count }) {
            throw MigrationError("The database is being migrated at this moment by \(migrator). Start the server when that has ended.")
        }
        // A server that does not know an additive migration may run even if that migration has stopped before its end.
        let harmless = Set(unknown.filter(\.isAdditive).map(\.number))
        if let fault = faults.first(where: { !harmless.contains($0.number) }) { throw MigrationError(fault.description) }
        if let first = pending.first {
            throw MigrationError(
                "The database's schema is older than this server: \(first.title) is not applied. Run: boardwalk migrate up")
        }
        if let first = neverAppliedRepeatable.first {
            throw MigrationError(
                "The database's schema is older than this server: \(first.title) is not applied. Run: boardwalk migrate up")
        }
        if let breaking = unknown.first(where: { !$0.isAdditive }) {
            throw MigrationError(
                """
                The database's schema is newer than this server, and does not fit it: version \(breaking.version) applied \
                \(breaking.title), which is not marked additive. Start that version of the server, or a newer one.
                """)
        }
    }

    /// The title of the first migration in databases that were made before the first release. Their schema cannot be migrated.
    private static let firstBeforeRelease = "0001_accounts"
    private static let isBeforeRelease = """
        This database was made by a version from before the first release. Its schema cannot be migrated. Use a new, empty database \
        (or, for the private PostgreSQL, another BOARDWALK_DATA folder).
        """

    private static func difference(_ applied: AppliedMigration, _ files: [Migration]) -> String? {
        guard let file = files.first(where: { $0.number == applied.number }) else { return nil }
        if file.name == applied.name, file.checksum == applied.checksum { return nil }
        if let moved = files.first(where: { $0.number != applied.number && $0.checksum == applied.checksum }) {
            return "\(moved.file) was applied as \(applied.title): give the file its number back, and a new file the next free one."
        }
        if file.checksum == applied.checksum {
            return "\(file.file) was applied as \(applied.title): give the file that name back."
        }
        if file.name != applied.name {
            return """
                \(applied.title) was applied, but file \(Migration.digits(file.number)) is \(file.file) here. Restore \(applied.title).sql, \
                and give \(file.file) the next free number.
                """
        }
        return """
            \(file.file) was edited after it had been applied (on \(applied.appliedAt) UTC). Restore it as it was, for instance with \
            "git log -- migrations/\(file.file)", and put the change into a new migration.
            """
    }
}

/// A text about a migration that runs outside a transaction and stopped before its end. It says what to check and how to continue.
struct HalfApplied: CustomStringConvertible {
    let description: String

    init(_ applied: AppliedMigration, _ files: [Migration], _ invalidIndexes: [String]) {
        var lines = ["\(applied.title) is half applied: it runs outside a transaction, and stopped. \(Self.progress(applied, files))"]
        lines += invalidIndexes.map { "The index \($0) is not valid. Remove it: DROP INDEX CONCURRENTLY \($0);" }
        lines += [
            "Look at the schema. Then record its state:",
            "  boardwalk migrate resolve \(applied.number) --applied   all of the file is in place, whether you or the migration did it",
            "  boardwalk migrate resolve \(applied.number) --again     run the whole file once more (undo first what cannot run twice)",
        ]
        description = lines.joined(separator: "\n")
    }

    private static func progress(_ applied: AppliedMigration, _ files: [Migration]) -> String {
        let file = files.first { $0.number == applied.number && $0.checksum == applied.checksum }
        let statements = file.flatMap { try? SQLScript.statements(of: $0.sql) } ?? []
        guard applied.statementsDone < statements.count else {
            return "\(applied.statementsDone) of its statements done; the next one may be done in part."
        }
        let line = statements[applied.statementsDone].line
        return "\(applied.statementsDone) of its \(statements.count) statements done; the one on line \(line) may be done in part."
    }
}
