import Foundation
import Migrations
import Postgres
import Testing

/// A database for one test, in the cluster that `BOARDWALK_TEST_DATABASE_URL` names as superuser. `script/test` starts one.
public struct TestDatabase: Sendable {
    public let name: String
    public let superuserURL: String
    public let ownerURL: String
    public let serverURL: String

    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path
    private static let template = Template()
    /// True on slow storage, where DROP DATABASE waits until all data of the cluster is written.
    private static let keepsDatabases = ProcessInfo.processInfo.environment["BOARDWALK_TEST_KEEPS_DATABASES"] == "1"
    /// Swift Testing starts all tests at once. So many sites would slow each other down and need more connections than a cluster has.
    private static let turns = Turns(8)

    /// Runs `body` with an empty database that `boardwalk_owner` owns, and drops it.
    public static func withEmpty<Value>(_ body: (TestDatabase) async throws -> Value) async throws -> Value {
        try await use({ try await aside { try make(from: nil) } }, body)
    }

    /// Runs `body` with a migrated database, which is cloned from one that is made once per run, and drops it.
    public static func withMigrated<Value>(_ body: (TestDatabase) async throws -> Value) async throws -> Value {
        let name = try await template.name()
        return try await use({ try await aside { try make(from: name) } }, body)
    }

    /// The configuration of a server's pool on this database.
    public func configuration(connections: Int = 2) -> DatabaseConfiguration {
        var configuration = DatabaseConfiguration(url: serverURL)
        configuration.poolSize = connections
        // Many databases start at once here.
        configuration.reconnectTimeout = .seconds(10)
        return configuration
    }

    private static func use<Value>(
        _ make: () async throws -> TestDatabase, _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        await turns.begin()
        let start = ContinuousClock.now
        defer { TestTimes.add(ContinuousClock.now - start) }
        let result: Result<Value, any Error>
        do {
            let database = try await make()
            do { result = .success(try await body(database)) } catch { result = .failure(error) }
            if !keepsDatabases { try? await aside { try admin().run("DROP DATABASE IF EXISTS \"\(database.name)\" WITH (FORCE)") } }
        } catch { result = .failure(error) }
        await turns.end()
        return try result.get()
    }

    fileprivate static func make(from template: String?) throws -> TestDatabase {
        let name = "test_" + String(UInt64.random(in: .min ... .max), radix: 36)
        let connection = try admin()
        let source = template.map { " TEMPLATE \"\($0)\"" } ?? ""
        try connection.run("CREATE DATABASE \"\(name)\" OWNER boardwalk_owner\(source)")
        let url = try clusterURL()
        return TestDatabase(
            name: name, superuserURL: address(url, role: nil, database: name),
            ownerURL: address(url, role: "boardwalk_owner", database: name),
            serverURL: address(url, role: "boardwalk_server", database: name))
    }

    fileprivate static func admin() throws -> ScriptConnection { try ScriptConnection(url: try clusterURL()) }

    private static func clusterURL() throws -> String {
        guard let url = ProcessInfo.processInfo.environment["BOARDWALK_TEST_DATABASE_URL"], !url.isEmpty else {
            throw MissingCluster()
        }
        return url
    }

    private static func address(_ url: String, role: String?, database: String) -> String {
        guard var parts = URLComponents(string: url) else { return url }
        if let role { parts.user = role }
        parts.path = "/" + database
        return parts.string ?? url
    }

    struct MissingCluster: Error, CustomStringConvertible {
        let description = "BOARDWALK_TEST_DATABASE_URL is not set; run script/test, which starts a PostgreSQL for the tests."
    }
}

/// The migrated database that tests clone.
private actor Template {
    private var made: String?

    func name() throws -> String {
        if let made { return made }
        let database = try TestDatabase.make(from: nil)
        let folder = try MigrationFolder(directory: TestDatabase.root + "/migrations")
        try Migrator(url: database.ownerURL, folder: folder, version: "test").up(serverRole: "boardwalk_server")
        made = database.name
        return database.name
    }
}

/// Limits the tests that run at once. The others wait, and begin in a random order that BOARDWALK_TEST_SEED and their names decide.
private actor Turns {
    private var free: Int
    private var waiting: [(place: UInt64, turn: CheckedContinuation<Void, Never>)] = []
    private let seed = ProcessInfo.processInfo.environment["BOARDWALK_TEST_SEED"].flatMap { UInt64($0) } ?? 1

    init(_ count: Int) { free = count }

    func begin() async {
        guard free == 0 else { return free -= 1 }
        let place = self.place(of: Test.current.map { "\($0.sourceLocation.fileID) \($0.name)" } ?? "")
        await withCheckedContinuation { waiting.append((place, $0)) }
    }

    func end() {
        guard let next = waiting.indices.min(by: { waiting[$0].place < waiting[$1].place }) else { return free += 1 }
        waiting.remove(at: next).turn.resume()
    }

    private func place(of name: String) -> UInt64 {
        var order = Seeded(state: name.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
        return order.next()
    }
}
