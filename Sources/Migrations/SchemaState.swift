/// A migration as the database remembers it.
public struct AppliedMigration: Sendable, Equatable {
    public var number: Int
    public var name: String
    public var checksum: String
    public var isAdditive: Bool
    public var isComplete: Bool

    public init(number: Int, name: String, checksum: String, isAdditive: Bool, isComplete: Bool) {
        self.number = number
        self.name = name
        self.checksum = checksum
        self.isAdditive = isAdditive
        self.isComplete = isComplete
    }
}

/// The files held against what the database has.
public struct SchemaState: Sendable {
    public var pending: [Migration]
    public var unknown: [AppliedMigration]
    /// Edited or renamed files, and migrations that stopped half-way.
    public var faults: [String]

    public init(files: [Migration], applied: [AppliedMigration]) {
        let numbers = Set(applied.map(\.number))
        pending = files.filter { !numbers.contains($0.number) }
        unknown = applied.filter { $0.number > files.count }
        faults = applied.compactMap { applied in Self.fault(applied, in: files) }
        if let first = pending.first, let last = applied.map(\.number).max(), first.number < last {
            faults.append("\(first.title).sql was never applied, though \(last) was: restore the original numbering.")
        }
    }

    /// Throws unless a server made from these files may run on this schema: equal, or newer by additive migrations.
    public func checkThatServerMayRun() throws {
        if let fault = faults.first { throw MigrationError(fault) }
        if let first = pending.first {
            throw MigrationError("The database schema is older than this server: \(first.title) is missing. Run: boardwalk migrate up")
        }
        if let breaking = unknown.first(where: { !$0.isAdditive }) {
            throw MigrationError(
                "The database schema is newer than this server and not compatible (\(breaking.number) \(breaking.name)). Start a newer server."
            )
        }
    }

    private static func fault(_ applied: AppliedMigration, in files: [Migration]) -> String? {
        guard applied.isComplete else {
            return "\(applied.number)_\(applied.name) stopped half-way and runs outside a transaction: mend the schema by hand, then "
                + "DELETE FROM schema_migrations WHERE number = \(applied.number) (to run it again) or set is_complete (if it is done)."
        }
        guard let file = files.first(where: { $0.number == applied.number }) else { return nil }
        guard file.name == applied.name, file.checksum == applied.checksum else {
            return "\(file.title).sql was edited after it had been applied: restore it, and put the change into a new migration."
        }
        return nil
    }
}
