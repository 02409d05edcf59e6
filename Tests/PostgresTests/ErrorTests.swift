import Logging
import Postgres
import Synchronization
import TestSupport
import Testing

struct ErrorTests {
    private static let secret = "hunter2-s3cret"

    /// PostgreSQL quotes the value in its message for each of these.
    private func queries() -> [(String, Query<Int>)] {
        let secret = Self.secret
        return [
            ("22P02", .change("SELECT $1::text::int", secret)), ("22P02", .change("SELECT $1::text::uuid", secret)),
            ("22P02", .change("SELECT $1::text::jsonb", secret)), ("22007", .change("SELECT $1::text::timestamptz", secret)),
            ("22008", .change("SELECT ($1::text || '-02-30')::date", "2024")), ("22003", .change("SELECT $1::text::int2", "77777123")),
            ("2201B", .change("SELECT 'x' ~ ('(' || $1::text)", secret)),
            ("42704", .change("SELECT to_tsquery($1::text::regconfig, 'a')", "simple2-\(secret)")),
            ("42P01", .change("SELECT $1::text::regclass", secret)), ("42883", .change("SELECT $1::text::regprocedure", "\(secret)(int)")),
            ("42704", .change("SELECT current_setting($1)", "app.\(secret)")),
            ("42601", .change("SELECT to_tsquery($1::text)", "\(secret) & & x")),
            ("23505", .change("INSERT INTO secrets VALUES (1, $1), (1, $1)", secret)),
            ("23514", .change("INSERT INTO secrets VALUES (2, $1)", secret + "!")),
            ("23502", .change("INSERT INTO secrets VALUES (NULL, $1)", secret)),
            ("23503", .change("INSERT INTO secrets (id, text, owner) VALUES (3, 'a', $1)", secret)),
            ("22001", .change("INSERT INTO secrets (id, short) VALUES (4, $1)", secret)),
            ("23P01", .change("INSERT INTO alone VALUES ($1), ($1)", secret)),
            ("P0001", .change("SELECT complain('P0001', $1)", secret)), ("40001", .change("SELECT complain('40001', $1)", secret)),
            ("53100", .change("SELECT complain('53100', $1)", secret)), ("57014", .change("SELECT complain('57014', $1)", secret)),
        ]
    }

    @Test func `no error or log line shows a bound value`() async throws {
        let heard = Mutex<[String]>([])
        try await TestDatabase.withEmpty { test in
            try ScriptConnection(url: test.ownerURL).run(
                """
                CREATE TABLE owners (name text PRIMARY KEY);
                CREATE TABLE secrets (id int PRIMARY KEY, text text CONSTRAINT secrets_plain CHECK (text NOT LIKE '%!'), short varchar(3),
                    owner text CONSTRAINT secrets_owned REFERENCES owners);
                CREATE TABLE alone (name text, CONSTRAINT alone_once EXCLUDE USING btree (name WITH =));
                CREATE FUNCTION complain(code text, value text) RETURNS int LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'I saw %', value USING ERRCODE = code, DETAIL = value, HINT = value; END $$;
                GRANT ALL ON owners, secrets, alone TO boardwalk_server
                """)
            let logger = Logger(label: "test") { _ in Ears { line in heard.withLock { $0.append(line) } } }
            let database = Database(test.configuration(connections: 1), logger: logger)
            defer { database.shutDown() }
            for (state, query) in queries() {
                let error = await #expect(throws: DatabaseError.self) { try await database.write(query) }
                guard case .refused(let refusal) = error else {
                    Issue.record("\(state): \(String(describing: error))")
                    continue
                }
                #expect(refusal.sqlState == state)
                #expect(!"\(refusal)".contains(Self.secret) && !refusal.message.isEmpty && !refusal.statement.isEmpty, "\(refusal)")
            }
            try test.terminateServerBackends()
            _ = try await database.read(Query<Int>.one("SELECT 1"))
        }
        #expect(heard.withLock { lines in !lines.isEmpty && lines.allSatisfy { !$0.contains(Self.secret) } })
    }

    @Test func `an error names statement, constraint, table and column`() async throws {
        try await withPool(connections: 1) { database, _ in
            let empty: Query<Int> = .change("INSERT INTO notes VALUES (1, $1)", "")
            let checked = await refusal { try await database.write(empty) }
            #expect((checked?.sqlState, checked?.constraint, checked?.table) == ("23514", "notes_text", "notes"))
            #expect((checked?.statement, checked?.message) == ("INSERT INTO notes VALUES (1, $1)", "check violation"))
            let null = await refusal { try await database.write(Query<Int>.change("INSERT INTO notes VALUES (1, $1)", String?.none)) }
            #expect((null?.sqlState, null?.column) == ("23502", "text"))
            // A developer's mistake is reported in full, because PostgreSQL finds it before it reads any value.
            let typo = await refusal { try await database.read(Query<Int>.one("SELECT txet FROM notes WHERE text = $1", "a")) }
            #expect((typo?.sqlState, typo?.message) == ("42703", "column \"txet\" does not exist"))
        }
    }

    private func refusal<Value>(_ body: () async throws -> Value) async -> ServerError? {
        let error = await #expect(throws: DatabaseError.self) { _ = try await body() }
        guard case .refused(let refusal) = error else { return nil }
        return refusal
    }

    @Test func `the error of a malformed address does not show its password`() async throws {
        for url in [
            "postgresql://u:\(Self.secret)@h:notaport/d?x", "host=/tmp password=\(Self.secret) oops",
            "postgresql://u:\(Self.secret)@[::1/d",
        ] {
            var configuration = DatabaseConfiguration(url: url)
            configuration.reconnectTimeout = .milliseconds(50)
            let database = Database(configuration, logger: quiet)
            defer { database.shutDown() }
            let error = await #expect(throws: DatabaseError.self) { try await database.read(Query<Int>.one("SELECT 1")) }
            #expect(!"\(String(describing: error))".contains(Self.secret))
            #expect(error == .unavailable("the database's address is not a valid connection string"))
        }
    }
}

/// A log that passes each line to a closure.
private struct Ears: LogHandler {
    let hear: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    init(_ hear: @escaping @Sendable (String) -> Void) { self.hear = hear }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
    func log(event: LogEvent) { hear("\(event.message) \(event.metadata ?? [:])") }
}
