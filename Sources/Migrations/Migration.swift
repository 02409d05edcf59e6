import Crypto
import FoundationEssentials

/// A migration: a file `NNNN_name.sql` with SQL statements that change the schema.
public struct Migration: Sendable, Equatable {
    public var number: Int
    public var name: String
    public var sql: String

    public init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
    }

    /// The number and the name, such as `0001_accounts`.
    public var title: String { Self.title(number, name) }

    /// The name of the file, such as `0001_accounts.sql`.
    var file: String { title + ".sql" }

    /// The SHA-256 hash of the file's content, in hexadecimal.
    public var checksum: String {
        SHA256.hash(data: Data(sql.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Whether the migration runs in a transaction. It does not if the first line of the file is `-- no transaction`.
    public var isTransactional: Bool { header.first != "-- no transaction" }

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
