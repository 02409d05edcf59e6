import Postgres
import TestSupport
import Testing

/// SQL is made of literals and other SQL.
struct SQLTests {
    private static let word: SQL = "'wheel'"
    private static func both(_ one: SQL, _ other: SQL) -> SQL { "\(one) || ' and ' || \(other)" }

    @Test func `parts of a statement are joined`() {
        let joined: SQL = "SELECT \(Self.both(Self.word, "'pier'"))"
        #expect(joined.description == "SELECT 'wheel' || ' and ' || 'pier'")
        let umlaut: SQL = "SELECT 'Käthes', \(Self.word)"
        #expect(umlaut.description == "SELECT 'Käthes', 'wheel'")
    }

    @Test func `a statement made of parts is prepared once`() async throws {
        try await withPool(connections: 1) { database, _ in
            func ask() async throws -> String {
                try await database.read(.one("SELECT \(Self.both(Self.word, "$1"))", "pier"))
            }
            try await #expect(ask() == "wheel and pier")
            let prepared = database.metrics.snapshot().statementsPrepared
            for _ in 0..<3 { try await #expect(ask() == "wheel and pier") }
            #expect(database.metrics.snapshot().statementsPrepared == prepared)
        }
    }

    @Test func `the same parts in another order are another statement`() async throws {
        try await withPool(connections: 1) { database, _ in
            func ask(_ one: SQL, _ other: SQL) async throws -> String { try await database.read(.one("SELECT \(Self.both(one, other))")) }
            try await #expect(ask(Self.word, "'pier'") == "wheel and pier")
            try await #expect(ask("'pier'", Self.word) == "pier and wheel")
        }
    }

    @Test func `tasks that join parts at once get the same statement`() async {
        let texts = await withTaskGroup(of: Set<String>.self) { group in
            for _ in 0..<16 {
                group.addTask { Set((0..<500).map { _ in ("SELECT \(Self.both(Self.word, "'at once'"))" as SQL).description }) }
            }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(texts == ["SELECT 'wheel' || ' and ' || 'at once'"])
    }
}
