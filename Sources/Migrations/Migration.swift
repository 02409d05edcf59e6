import Crypto
import FoundationEssentials

/// A file with SQL statements that change the schema: a versioned migration `NNNN_name.sql`, which runs once, or a repeatable migration
/// `functions/name.sql` or `views/name.sql`, which replaces a function with its triggers or a view, and runs again when the file changes.
public struct Migration: Sendable, Equatable {
    /// The number of a versioned migration. 0 for a repeatable migration.
    public var number: Int
    /// The name of a versioned migration, such as `accounts`, or the path of a repeatable migration, such as `functions/fold`.
    public var name: String
    public var sql: String

    public init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
    }

    public var isRepeatable: Bool { number == 0 }

    /// The number and the name, such as `0001_accounts`. A repeatable migration has no number, so its title is only the name.
    public var title: String { isRepeatable ? name : Self.title(number, name) }

    /// The path of the file, such as `0001_accounts.sql`.
    var file: String { title + ".sql" }

    /// The SHA-256 hash of the file's content, in hexadecimal.
    public var checksum: String {
        SHA256.hash(data: Data(sql.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Whether the migration runs in a transaction. False for a versioned migration whose file begins with the line `-- no transaction`.
    public var isTransactional: Bool { isRepeatable || header.first != "-- no transaction" }

    /// Whether a server that does not know this migration may keep running after it. If so, the comment at the start of the file contains
    /// the line `-- additive`.
    public var isAdditive: Bool { header.contains("-- additive") }

    private var header: [Substring] {
        Array(sql.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix { $0.hasPrefix("--") })
    }

    static func title(_ number: Int, _ name: String) -> String { digits(number) + "_" + name }

    /// Returns the number with at least four digits, such as `0001`.
    static func digits(_ number: Int) -> String { String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)" }
}

/// An error that tells the operator what is wrong and what to do about it.
public struct MigrationError: Error, CustomStringConvertible, Equatable {
    public var description: String
    /// Whether the operator has asked the command to stop, so that this is no fault.
    public var isInterruption: Bool

    public init(_ description: String, isInterruption: Bool = false) {
        self.description = description
        self.isInterruption = isInterruption
    }
}
