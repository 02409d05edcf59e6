import Crypto
import FoundationEssentials

/// A migration file `NNNN_name.sql`.
public struct Migration: Sendable, Equatable {
    public var number: Int
    public var name: String
    public var sql: String

    public init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
    }

    /// `0001_accounts`
    public var title: String { Self.title(number, name) }

    /// `0001_accounts.sql`
    var file: String { title + ".sql" }

    /// The SHA-256 of the text, in hexadecimal.
    public var checksum: String {
        SHA256.hash(data: Data(sql.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Whether the migration runs in a transaction. The first line `-- no transaction` prevents that.
    public var isTransactional: Bool { header.first != "-- no transaction" }

    /// Whether a server that does not know this migration may keep running beside it. The comment at the start of the file then contains
    /// the line `-- additive`.
    public var isAdditive: Bool { header.contains("-- additive") }

    private var header: [Substring] {
        Array(sql.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix { $0.hasPrefix("--") })
    }

    static func title(_ number: Int, _ name: String) -> String { digits(number) + "_" + name }

    /// `0001`
    static func digits(_ number: Int) -> String { String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)" }
}

/// An error for the operator, which says what is wrong and what to do about it.
public struct MigrationError: Error, CustomStringConvertible, Equatable {
    public var description: String
    /// Whether the error is the answer to a request to stop.
    public var isInterruption: Bool

    public init(_ description: String, isInterruption: Bool = false) {
        self.description = description
        self.isInterruption = isInterruption
    }
}
