import FoundationEssentials

/// The migrations in a folder.
public struct MigrationFolder: Sendable {
    /// The versioned migrations, sorted by number.
    public var migrations: [Migration]
    /// The repeatable migrations, in the order in which they are applied: views before functions, and both by name.
    public var repeatable: [Migration]

    /// Sorts the versioned migrations. Throws `MigrationError` unless their numbers are 1, 2, 3 and so on, without gaps or duplicates.
    public init(_ migrations: [Migration], repeatable: [Migration] = []) throws {
        self.repeatable = repeatable
        self.migrations = migrations.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
        for (index, migration) in self.migrations.enumerated() where migration.number != index + 1 {
            let earlier = index > 0 ? self.migrations[index - 1] : nil
            if let earlier, earlier.number == migration.number { throw Self.double(earlier, migration) }
            throw MigrationError(
                """
                \(Migration.digits(index + 1)) is missing: after \(earlier?.file ?? "the start") comes \(migration.file).
                If a file was lost, restore it. If \(migration.file) is new, give it the number \(Migration.digits(index + 1)).
                """)
        }
    }

    private static func double(_ one: Migration, _ other: Migration) -> MigrationError {
        MigrationError(
            """
            \(one.file) and \(other.file) have the same number. Give the newer one, which no database has yet, the next free number.
            (Which one this database has, "SELECT number, name FROM schema_migrations" says.)
            """)
    }

    /// Reads every file `NNNN_name.sql` in `directory`, and every file `name.sql` in its folders `views` and `functions`. Throws
    /// `MigrationError` if a file has another name or is not valid UTF-8.
    public init(directory: String) throws {
        let files = try Self.files(in: directory)
        guard !files.isEmpty else { throw MigrationError("There is no migration in \(directory). Is BOARDWALK_ROOT right?") }
        let repeatable = try ["views", "functions"].flatMap { folder in
            let path = directory + "/" + folder
            guard FileManager.default.fileExists(atPath: path) else { return [Migration]() }
            return try Self.files(in: path).map { try Self.readRepeatable(folder + "/" + $0, in: directory) }
        }
        try self.init(files.map { try Self.read($0, in: directory) }, repeatable: repeatable)
    }

    private static func files(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.lowercased().hasSuffix(".sql") }.sorted()
    }

    private static func read(_ file: String, in directory: String) throws -> Migration {
        guard let match = file.wholeMatch(of: /([0-9]{4})_([a-z0-9_]+)\.sql/), let number = Int(match.1) else {
            throw MigrationError("\(file): a migration is named like 0001_accounts.sql. Rename the file, or move it out of \(directory).")
        }
        return Migration(number: number, name: String(match.2), sql: try text(of: file, in: directory))
    }

    private static func readRepeatable(_ file: String, in directory: String) throws -> Migration {
        guard let match = file.wholeMatch(of: /([a-z]+\/[a-z0-9_]+)\.sql/) else {
            throw MigrationError("\(file): the file of a function or view has its name, in lower case letters. Rename the file.")
        }
        return Migration(number: 0, name: String(match.1), sql: try text(of: file, in: directory))
    }

    private static func text(of file: String, in directory: String) throws -> String {
        guard let bytes = FileManager.default.contents(atPath: directory + "/" + file) else {
            throw MigrationError("\(file) cannot be read. Check who may read \(directory).")
        }
        return try text(of: bytes, file)
    }

    private static func text(of bytes: Data, _ file: String) throws -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw MigrationError("\(file) begins with a byte order mark. Save it as UTF-8 without one.")
        }
        var line = 1
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if part.contains(0) || String(validating: part, as: UTF8.self) == nil {
                throw MigrationError("\(file), line \(line): this is not UTF-8 text. Save the file as UTF-8.")
            }
            line += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
