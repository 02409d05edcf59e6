import Crypto
import Foundation

/// One file `NNNN_name.sql`.
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
    public var title: String { String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)_\(name)" }

    /// SHA-256 of the text, in hexadecimal.
    public var checksum: String {
        SHA256.hash(data: Data(sql.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Unless its first line says otherwise, a migration runs in a transaction.
    public var isTransactional: Bool { header.first != "-- no transaction" }

    /// Whether a server that does not know this migration may go on running beside it: the leading comment says `-- additive`.
    public var isAdditive: Bool { header.contains("-- additive") }

    private var header: [Substring] {
        Array(sql.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("--") })
    }
}

/// The migrations in a folder, in order.
public struct MigrationFolder: Sendable {
    public var migrations: [Migration]

    public init(_ migrations: [Migration]) throws {
        self.migrations = migrations.sorted { $0.number < $1.number }
        for (index, migration) in self.migrations.enumerated() where migration.number != index + 1 {
            throw MigrationError(
                "\(migration.title).sql: the number should be \(index + 1); numbers count up from 1 without gaps or doubles.")
        }
    }

    /// Reads every `NNNN_name.sql` in `directory`. Throws `MigrationError` for a file with another name.
    public init(directory: String) throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".sql") }
        try self.init(
            files.map { file in
                guard let match = file.wholeMatch(of: /([0-9]{4})_([a-z0-9_]+)\.sql/), let number = Int(match.1) else {
                    throw MigrationError("\(file): a migration is named like 0001_accounts.sql.")
                }
                let sql = try String(contentsOfFile: directory + "/" + file, encoding: .utf8)
                return Migration(number: number, name: String(match.2), sql: sql)
            })
    }
}

/// What is wrong, and what to do about it, in words for the operator.
public struct MigrationError: Error, CustomStringConvertible, Equatable {
    public var description: String
    public init(_ description: String) { self.description = description }
}
