import Foundation
import Postgres
import Synchronization
import TestSupport

@testable import Migrations

/// A person who reads what a migrator reports and can ask it to stop.
final class Operator: Sendable {
    private let heard = Mutex<[String]>([])
    private let stops = Mutex(false)

    var lines: [String] { heard.withLock { $0 } }
    func hear(_ line: String) { heard.withLock { $0.append(line) } }
    func stop() { stops.withLock { $0 = true } }

    func options(maximumWait: Duration = .seconds(120), lockTimeout: Duration = .seconds(2)) -> MigratorOptions {
        var options = MigratorOptions()
        options.maximumWait = maximumWait
        options.lockTimeout = lockTimeout
        options.report = { line in self.hear(line) }
        options.isInterrupted = { self.stops.withLock { $0 } }
        return options
    }

    /// Waits until a line contains `words`. False if none does in time.
    func hears(_ words: String) async throws -> Bool {
        try await eventually { lines.contains { $0.contains(words) } }
    }
}

extension TestDatabase {
    func migrator(_ migrations: [Migration], _ options: MigratorOptions = MigratorOptions()) throws -> Migrator {
        try Migrator(url: ownerURL, folder: MigrationFolder(migrations), version: "test", options: options)
    }

    /// Applies one migration. Returns the error text that the operator reads. Nil if it succeeds.
    func failure(of sql: String, _ options: MigratorOptions = MigratorOptions()) throws -> String? {
        do {
            try migrator([Migration(number: 1, name: "one", sql: sql)], options).up(serverRole: nil)
            return nil
        } catch let error as MigrationError {
            return error.description
        }
    }
}

/// Runs `body` with a temporary folder of `files`.
func withFolder<Value>(_ files: [String: Data], _ body: (String) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.path + "/migrations-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, bytes) in files { try bytes.write(to: URL(filePath: folder + "/" + name)) }
    return try body(folder)
}

/// Runs `body` on its own thread, because a migrator blocks and all tests share few threads.
struct Background<Value: Sendable>: Sendable {
    private let results: AsyncThrowingStream<Value, any Error>

    init(_ body: @escaping @Sendable () throws -> Value) {
        let (results, continuation) = AsyncThrowingStream.makeStream(of: Value.self)
        self.results = results
        Thread.detachNewThread {
            do { continuation.yield(try body()) } catch { continuation.finish(throwing: error) }
            continuation.finish()
        }
    }

    var value: Value? {
        get async throws { try await results.first { _ in true } }
    }
}

/// Holds migrations at `Gate.sql` until it is opened.
final class Gate {
    static let sql = "SET LOCAL lock_timeout = 0;\nSELECT pg_advisory_xact_lock(7);"
    private let connection: ScriptConnection

    init(_ database: TestDatabase) throws {
        connection = try ScriptConnection(url: database.ownerURL)
        try connection.run("SELECT pg_advisory_lock(7)")
    }

    /// Waits until a migrator has come to the gate. False if none does in time.
    func isReached() async throws -> Bool {
        try await eventually { try MigratorLock.holder(connection)?.contains("pg_advisory_xact_lock(7)") == true }
    }

    func open() throws { try connection.run("SELECT pg_advisory_unlock(7)") }
}
