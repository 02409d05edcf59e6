import Calendar
import Foundation
import Postgres
import TestSupport
import Testing

/// Each value is sent to PostgreSQL and read back, and PostgreSQL's text form is compared with ours.
struct TypeTests {
    private func roundTrip<Value: PostgresValue & RowDecodable & Equatable>(
        _ database: Database, _ values: [Value], text: ((Value) -> String)? = nil, location: SourceLocation = #_sourceLocation
    ) async throws {
        for value in values {
            let back: Value = try await database.read(.one("SELECT $1", value))
            #expect(back == value, sourceLocation: location)
            guard let text else { continue }
            let seen: String = try await database.read(.one("SELECT $1::text", value))
            #expect(seen == text(value), sourceLocation: location)
        }
        let all: [Value] = try await database.read(.one("SELECT $1", values))
        #expect(all == values, sourceLocation: location)
        let optionals: [Value?] = [nil] + values.map { $0 } + [nil]
        let back: [Value?] = try await database.read(.one("SELECT $1", optionals))
        #expect(back == optionals, sourceLocation: location)
        let none: [Value] = try await database.read(.one("SELECT $1", [Value]()))
        #expect(none.isEmpty, sourceLocation: location)
        let null: Value? = try await database.read(.one("SELECT $1", Value?.none))
        #expect(null == nil, sourceLocation: location)
    }

    @Test func `numbers are stored and read unchanged`() async throws {
        try await withPool(connections: 1) { database, _ in
            try await roundTrip(database, [true, false]) { "\($0)" }
            try await roundTrip(database, [Int.min, -1, 0, 1, .max]) { "\($0)" }
            try await roundTrip(database, [Int32.min, -1, 0, .max]) { "\($0)" }
            try await roundTrip(database, [Int16.min, -1, 0, .max]) { "\($0)" }
            let doubles = [0, -0.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -.infinity, .infinity, 1 / 3.0]
            try await roundTrip(database, doubles)
            let (zero, nan): (Double, Double) = try await database.read(
                Query<Double>.one("SELECT $1", -0.0), Query<Double>.one("SELECT $1", Double.nan))
            #expect(zero.sign == .minus && nan.isNaN)
            try await #expect(database.read(Query<Double>.one("SELECT 0.5::real")) == 0.5)
            try await #expect(database.read(Query<Int>.one("SELECT 7::smallint")) == 7)
            try await #expect(database.read(Query<Int32>.one("SELECT (-7)::smallint")) == -7)
        }
    }

    @Test func `decimal numbers are exact`() async throws {
        let texts = [
            "0", "0.00", "1", "-1", "10", "9999", "10000", "100000000", "-12.50", "0.1", "0.0001", "0.00001", "-0.00012345", "1.0000",
            "12345678901234567890.123456789", "99999999.99999999", "1000000000000.0000000000001", "NaN", "Infinity", "-Infinity",
            String(repeating: "9", count: 500) + "." + String(repeating: "7", count: 333),
        ]
        try await withPool(connections: 1) { database, _ in
            try await roundTrip(database, texts.compactMap { Numeric($0) }) { $0.description }
            for _ in 0..<300 {
                let digits = String(Int.random(in: 0...Int(1e15))).prefix(Int.random(in: 1...15))
                let value = try #require(Numeric("\(Bool.random() ? "-" : "")\(digits).\(String(Int.random(in: 0...Int(1e9))))"))
                let (seen, back): (String, Numeric) = try await database.read(
                    Query<String>.one("SELECT $1::text", value), Query<Numeric>.one("SELECT $1", value))
                #expect(seen == value.description && back == value)
            }
            try await #expect(database.read(Query<Numeric>.one("SELECT 1e-20::numeric")).description == "0.00000000000000000001")
            try await #expect(database.read(Query<Numeric>.one("SELECT 1e20::numeric")).description == "100000000000000000000")
        }
        #expect(Numeric("007.50")?.description == "7.50" && Numeric("-0")?.description == "0" && Numeric(".5")?.description == "0.5")
        for wrong in ["", ".", "-", "1e5", "1,5", "0x1", " 1", "1.2.3", "--1", "nan"] { #expect(Numeric(wrong) == nil) }
    }

    @Test func `text, bytes and JSON are stored and read unchanged`() async throws {
        try await withPool(connections: 1) { database, _ in
            try await roundTrip(database, ["", "ünï 😀 '; --", "\u{1}\t\n\\", "{\"a\",NULL}"]) { $0 }
            try await roundTrip(database, [Bytes([]), Bytes([0, 255, 10]), Bytes(0...255)])
            try await roundTrip(database, [UUID(), UUID(uuidString: "00000000-0000-0000-0000-000000000000")].compactMap(\.self)) {
                $0.uuidString.lowercased()
            }
            try await roundTrip(database, [JSON("null"), JSON("[]"), JSON(#"{"a": [1, 2.50, "é\n"]}"#)]) { $0.text }
            let encoded = try JSON(encoding: ["laps": [1, 2]])
            let back: JSON = try await database.read(.one("SELECT $1", encoded))
            try #expect(back.decoded() == ["laps": [1, 2]])
            try await #expect(database.read(Query<JSON>.one("SELECT '{ }'::json")).text == "{ }")
        }
    }

    @Test func `times are exact to the microsecond`() async throws {
        try await withPool(connections: 1) { database, _ in
            let infinite = [
                Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: .infinity),
                .init(timeIntervalSinceReferenceDate: -.infinity),
            ]
            try await roundTrip(database, infinite + [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_790_000_000.25)])
            let (top, bottom): (Date, Date) = try await database.read(
                Query<Date>.one("SELECT 'infinity'::timestamptz"), Query<Date>.one("SELECT '-infinity'::timestamptz"))
            #expect(top.timeIntervalSinceReferenceDate == .infinity && bottom.timeIntervalSinceReferenceDate == -.infinity)
            let times: [Exact] = try await database.read(
                .all(
                    "SELECT t, t::text FROM (SELECT '1900-01-01'::timestamptz + random() * interval '200 years' AS t FROM generate_series(1, 500)) s"
                ))
            let texts: [String] = try await database.read(
                .one("SELECT array_agg(t::text ORDER BY n) FROM unnest($1) WITH ORDINALITY AS u (t, n)", times.map(\.date)))
            #expect(texts == times.map(\.text) && times.count == 500)
        }
    }

    private struct Exact: RowDecodable {
        var date: Date
        var text: String
        init(_ row: inout Row) throws { (date, text) = (try row.next(), try row.next()) }
    }

    @Test func `calendar dates agree with those of PostgreSQL`() async throws {
        let edges = ["0001-01-01", "1582-10-15", "1900-02-28", "1999-12-31", "2000-01-01", "2000-02-29", "2024-02-29", "9999-12-31"]
        try await withPool(connections: 1) { database, _ in
            try await roundTrip(database, edges.compactMap { CalendarDate($0) }) { $0.description }
            let days: [CalendarDate] = try await database.read(
                .one("SELECT array_agg('0001-01-01'::date + n) FROM generate_series(0, 3652058, 37) n"))
            let texts: [String] = try await database.read(.one("SELECT array_agg(t::text) FROM unnest($1) t", days))
            #expect(texts == days.map(\.description) && days.count == 98_705 && days == days.sorted())
            await #expect(throws: DatabaseError.self) { try await database.read(Query<CalendarDate>.one("SELECT 'infinity'::date")) }
            await #expect(throws: DatabaseError.self) { try await database.read(Query<CalendarDate>.one("SELECT '0001-01-01'::date - 1")) }
        }
        for wrong in [
            "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-04-31", "0000-01-01", "24-01-01", "2024-1-01", "+024-01-01",
        ] {
            #expect(CalendarDate(wrong) == nil, "\(wrong)")
        }
    }

    @Test func `values that PostgreSQL cannot store are not sent`() async throws {
        try await withPool(connections: 1) { database, _ in
            let before = database.metrics.roundTrips
            try await refused(database, Query<String>.one("SELECT $1 || $2", "a", "b\0c"), parameter: 2)
            try await refused(database, Query<[String?]>.one("SELECT $1", ["a", nil, "\0"]), parameter: 1)
            try await refused(database, Query<String?>.one("SELECT $1", "\0" as String?), parameter: 1)
            try await refused(database, Query<JSON>.one("SELECT $1", JSON("\"\0\"")), parameter: 1)
            try await refused(database, Query<[[Int]]>.one("SELECT $1", [[1], [2]]), parameter: 1)
            try await refused(database, Query<Date>.one("SELECT $1", Date(timeIntervalSince1970: .nan)), parameter: 1)
            try await refused(database, Query<Date>.one("SELECT $1", Date(timeIntervalSince1970: 1e14)), parameter: 1)
            #expect(database.metrics.roundTrips == before)
        }
    }

    private func refused<Value>(_ database: Database, _ query: Query<Value>, parameter: Int, location: SourceLocation = #_sourceLocation)
        async throws
    {
        let error = await #expect(throws: DatabaseError.self, sourceLocation: location) { _ = try await database.read(query) }
        guard case .unstorable(_, parameter, _) = error else {
            Issue.record("\(String(describing: error))", sourceLocation: location)
            return
        }
    }

    @Test func `a row of another shape names its statement and column`() async throws {
        try await withPool(connections: 1) { database, _ in
            func problem<Value: Sendable>(_ query: Query<Value>) async -> DatabaseError? {
                await #expect(throws: DatabaseError.self) { _ = try await database.read(query) }
            }
            let text = await problem(Query<Int>.one("SELECT 'seven' AS number"))
            #expect(text == .unexpectedRow(statement: "SELECT 'seven' AS number", column: "number", problem: "it is not of type Int"))
            let null = await problem(Query<Int>.one("SELECT NULL::int AS number"))
            #expect(null == .unexpectedRow(statement: "SELECT NULL::int AS number", column: "number", problem: "it is NULL"))
            let missing = await problem(Query<Exact>.one("SELECT now() AS date"))
            #expect(missing == .unexpectedRow(statement: "SELECT now() AS date", column: "2", problem: "there is no such column"))
            let none = await problem(Query<Int>.one("SELECT 1 WHERE false"))
            #expect(none == .unexpectedRow(statement: "SELECT 1 WHERE false", column: "1", problem: "there is no row"))
            let deep = await problem(Query<[Int]>.one("SELECT ARRAY[[1,2],[3,4]]::bigint[] AS grid"))
            #expect(
                deep
                    == .unexpectedRow(
                        statement: "SELECT ARRAY[[1,2],[3,4]]::bigint[] AS grid", column: "grid", problem: "it is not of type Array<Int>"))
            let holes = await problem(Query<[Int]>.one("SELECT ARRAY[1,NULL]::bigint[] AS list"))
            #expect(
                holes
                    == .unexpectedRow(
                        statement: "SELECT ARRAY[1,NULL]::bigint[] AS list", column: "list", problem: "it is not of type Array<Int>"))
            for wide in [Query<Int32?>.one("SELECT 1::bigint")] { _ = await problem(wide) }
            _ = await problem(Query<Int16>.one("SELECT 1::int"))
        }
    }
}
