import Foundation
import Logging
import Postgres
import Synchronization
import TestSupport
import Testing

struct ServerFaultTests {
    private func withCluster(connections: Int = 4, _ body: (ThrowawayCluster, Database) async throws -> Void) async throws {
        let cluster = try await elsewhere { try ThrowawayCluster() }
        defer { cluster.remove() }
        try await elsewhere { try cluster.start() }
        try ScriptConnection(url: cluster.url).run("CREATE TABLE entries (id bigint PRIMARY KEY)")
        var configuration = DatabaseConfiguration(url: cluster.url)
        configuration.poolSize = connections
        configuration.reconnectTimeout = .milliseconds(300)
        let database = Database(configuration, logger: quiet)
        defer { database.shutDown() }
        try await body(cluster, database)
    }

    @Test(arguments: [false, true])
    func `no acknowledged write is lost if the server stops under load`(byCrash: Bool) async throws {
        try await withCluster { cluster, database in
            let log = Log()
            let writers = Task {
                await withDiscardingTaskGroup { group in
                    for writer in 0..<8 { group.addTask { await log.write(to: database, from: writer) } }
                }
            }
            try await #expect(eventuallyDespiteErrors { log.count >= 300 })
            try await elsewhere { if byCrash { cluster.kill() } else { cluster.stop() } }
            try await #expect(eventuallyDespiteErrors { log.ledger.withLock { $0.failed.count } > 20 })
            try await elsewhere { try cluster.start() }
            let before = log.count
            try await #expect(eventuallyDespiteErrors { log.count > before + 300 })
            log.isGoing.store(false, ordering: .relaxed)
            await writers.value
            let rows = Set(
                try ScriptConnection(url: cluster.url).rows("SELECT id::text FROM entries").compactMap { $0[0].flatMap { Int($0) } })
            let told = log.ledger.withLock { $0 }
            #expect(told.stored.subtracting(rows).isEmpty, "reported stored, and missing")
            #expect(rows.isDisjoint(with: told.failed), "reported failed, and stored")
            #expect(rows.isSubset(of: told.stored.union(told.unknown)))
            #expect(told.unknown.count <= 16, "no more is in doubt than was in flight")
            try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().pool.open == 4 })
        }
    }

    @Test func `reads work again after the server has restarted`() async throws {
        try await withCluster { cluster, database in
            try await #expect(database.read(Query<Int>.one("SELECT count(*) FROM entries")) == 0)
            try await elsewhere { cluster.stop() }
            let refused = await #expect(throws: DatabaseError.self) { try await database.read(Query<Int>.one("SELECT 1")) }
            #expect(refused?.isTransient == true)
            try await elsewhere { try cluster.start() }
            try await #expect(eventuallyDespiteErrors { try await database.read(Query<Int>.one("SELECT 1")) == 1 })
        }
    }

    @Test func `a server missing at start is waited for and then reported`() async throws {
        let cluster = try await elsewhere { try ThrowawayCluster() }
        defer { cluster.remove() }
        var configuration = DatabaseConfiguration(url: cluster.url)
        configuration.reconnectTimeout = .milliseconds(400)
        let database = Database(configuration, logger: quiet)
        defer { database.shutDown() }
        let clock = ContinuousClock()
        let start = clock.now
        let error = await #expect(throws: DatabaseError.self) { try await database.read(Query<Int>.one("SELECT 1")) }
        #expect(clock.now - start >= .milliseconds(350))
        guard case .unavailable(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains(cluster.folder))
        try await elsewhere { try cluster.start() }
        try await #expect(eventuallyDespiteErrors { try await database.read(Query<Int>.one("SELECT 1")) == 1 })
    }

    /// PostgreSQL 15 writes TLS records of 8 KB, which libpq reads whole. The code that reads the rest of larger records has no work here.
    @Test func `large answers arrive complete through TLS`() async throws {
        let port = try Proxy.freePort()
        let cluster = try await elsewhere { try ThrowawayCluster(port: port) }
        defer { cluster.remove() }
        let (key, certificate) = (cluster.folder + "/server.key", cluster.folder + "/server.crt")
        try await elsewhere {
            try cluster.run([
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-keyout", key, "-out", certificate,
            ])
        }
        try await elsewhere {
            try cluster.start(["ssl=on", "ssl_key_file=\(key)", "ssl_cert_file=\(certificate)", "listen_addresses=127.0.0.1"])
        }
        var configuration = DatabaseConfiguration(url: "postgresql://postgres@localhost:\(port)/postgres?sslmode=require")
        configuration.poolSize = 2
        configuration.reconnectTimeout = .seconds(5)
        let database = Database(configuration, logger: quiet)
        defer { database.shutDown() }
        try await #expect(database.read(Query<Bool>.one("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")))
        for size in [1, 8_191, 8_192, 16_383, 16_384, 16_385, 24_576, 40_000, 262_144, 3_000_000] {
            let text = try await database.read(Query<String>.one("SELECT repeat('x', $1)", Int32(size)))
            #expect(text.utf8.count == size)
            let rows = try await database.read(Query<[Int]>.all("SELECT generate_series(1, $1)", size / 16))
            #expect(rows.count == size / 16)
        }
        let bytes = Bytes([UInt8](repeating: 0, count: 1_000_000) + [UInt8](repeating: 9, count: 2_000_000))
        try await #expect(database.read(Query<Bytes>.one("SELECT $1", bytes)) == bytes)
        #expect(database.metrics.snapshot().connectionsLost == 0)
    }
}

/// Writers that record the reported outcome of each entry.
private final class Log: Sendable {
    struct Ledger {
        var stored: Set<Int> = []
        var unknown: Set<Int> = []
        var failed: Set<Int> = []
    }

    let isGoing = Atomic<Bool>(true)
    let ledger = Mutex(Ledger())
    var count: Int { ledger.withLock { $0.stored.count } }

    /// Even writers use segments, odd writers use transactions.
    func write(to database: Database, from writer: Int) async {
        var number = 0
        while isGoing.load(ordering: .relaxed) {
            number += 1
            let id = number * 100 + writer
            let insert = Query<Int>.change("INSERT INTO entries VALUES ($1)", id)
            do {
                if writer % 2 == 0 {
                    try await database.write(insert)
                } else {
                    try await database.transaction { transaction in
                        try await transaction.run(insert)
                        try await transaction.run(Query<Int>.one("SELECT 1"))
                    }
                }
                ledger.withLock { _ = $0.stored.insert(id) }
            } catch DatabaseError.outcomeUnknown, DatabaseError.timedOut(sent: true) {
                ledger.withLock { _ = $0.unknown.insert(id) }
            } catch {
                ledger.withLock { _ = $0.failed.insert(id) }
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
    }
}
