import ArgumentParser
import Foundation
import Logging
import Postgres

/// The page to request: a game of a club. The URL connects to the database with the server's role.
struct Target: ParsableArguments {
    @Option var url: String
    @Option var club: Int
    @Option var game: Int
}

/// Lets 64 callers at once read a page of three statements under row-level security until the time is up. Prints the number of pages and
/// the CPU time of this process. The driver adds the CPU time of PostgreSQL's backends.
struct ClientLoad: AsyncParsableCommand {
    enum Mode: String, ExpressibleByArgument {
        case pipelined, blocking
    }

    @OptionGroup var target: Target
    @Option var mode: Mode
    @Option var callers = 64
    @Option var seconds = 3.0
    @Option(help: "Connections of the blocking pool.") var connections = 16

    func run() async throws {
        let page = try makePage()
        let start = processCPU()
        let pages = try await load(page, for: seconds)
        say("{\"pages\": \(pages), \"cpu\": \(Double(processCPU() - start) / 1e9)}")
    }

    private func makePage() throws -> @Sendable () async throws -> Void {
        let (club, game) = (target.club, target.game)
        switch mode {
        case .pipelined:
            let database = Database(DatabaseConfiguration(url: target.url), logger: Logger(label: "benchmarks"))
            let queries = GameQueries()
            return {
                let (record, players, lines) = try await database.read(
                    tenant: club, queries.game(game), queries.players(of: game), queries.newestLines(of: game))
                guard record != nil, players.count == 2, !lines.isEmpty else { throw ValidationError("the game is not there") }
            }
        case .blocking:
            let pool = try BlockingPool(url: target.url, connections: connections)
            return { guard try await pool.run({ try $0.page(club: club, game: game) }) > 0 else { throw ValidationError("no game") } }
        }
    }

    @discardableResult
    private func load(_ page: @escaping @Sendable () async throws -> Void, for seconds: Double) async throws -> Int {
        let end = monotonicNow() + Int(seconds * 1e9)
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var pages = 0
                    while monotonicNow() < end {
                        try await page()
                        pages += 1
                    }
                    return pages
                }
            }
            return try await group.reduce(0, +)
        }
    }
}

/// Measures point reads while two statements of half a second each run on the same pool. Prints the quantiles of the point reads, and the
/// median of the slow statements, in milliseconds.
struct SlowNeighbours: AsyncParsableCommand {
    @OptionGroup var target: Target
    @Option var readers = 16
    @Option var seconds = 5.0
    @Option(help: "Rows that the slow statements count; 0: they sleep.") var rows = 0

    func run() async throws {
        let database = Database(DatabaseConfiguration(url: target.url), logger: Logger(label: "benchmarks"))
        let (club, game, rows, queries) = (target.club, target.game, rows, GameQueries())
        let end = monotonicNow() + Int(seconds * 1e9)
        async let neighbours = times(callers: 2, until: end) { _ = try await database.read(tenant: club, Self.slowQuery(rows)) }
        async let points = times(callers: readers, until: end) { _ = try await database.read(tenant: club, queries.game(game)) }
        let (slow, reads) = try await (neighbours, points)
        let values = [0.5, 0.99, 1].map { "\(reads.quantile($0) ?? 0)" }
        say(
            """
            {"reads": \(reads.count), "p50": \(values[0]), "p99": \(values[1]), "max": \(values[2]), "slow": \(slow.quantile(0.5) ?? 0)}
            """)
    }

    /// The duration of each call of `body` in milliseconds.
    private func times(callers: Int, until end: Int, _ body: @escaping @Sendable () async throws -> Void) async throws -> [Double] {
        try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var times: [Double] = []
                    while monotonicNow() < end {
                        let start = monotonicNow()
                        try await body()
                        times.append(Double(monotonicNow() - start) / 1e6)
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func slowQuery(_ rows: Int) -> Query<Int> {
        rows == 0
            ? .one("SELECT 1::bigint FROM (SELECT pg_sleep(0.5)) AS slept")
            : .one("SELECT count(*) FROM generate_series(1, $1::bigint) AS number WHERE number % 7 = 3", rows)
    }
}
