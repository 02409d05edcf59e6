import Glibc
import Testing

@testable import CSV

@Suite struct CSVReaderTests {
    @Test(arguments: [
        ("", []),
        ("\n\r\n\r", []),
        ("a", [["a"]]),
        ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
        ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
        ("a\r\nb\nc\rd", [["a"], ["b"], ["c"], ["d"]]),
        ("a,\n,b\n", [["a", ""], ["", "b"]]),
        (",", [["", ""]]),
        ("a\n\n\nb\n", [["a"], ["b"]]),
        ("\"\"\n", [[""]]),
        ("\"a\",\"b\"", [["a", "b"]]),
        ("\"a,\"\"b\"\"\r\nc\",d", [["a,\"b\"\r\nc", "d"]]),
        ("\"\"\"\"", [["\""]]),
        ("\"a\"\n\"b\"\r\n", [["a"], ["b"]]),
        (" a , b ", [[" a ", " b "]]),
        ("\u{FEFF}a,b", [["a", "b"]]),
        ("\u{FEFF}\"a,b\"", [["a,b"]]),
        ("\u{FEFF}", []),
        ("a\u{FEFF}", [["a\u{FEFF}"]]),
        ("Größe,🎢\n", [["Größe", "🎢"]]),
    ])
    func `records and fields are read`(text: String, expected: [[String]]) throws {
        #expect(try fields(text) == expected)
    }

    @Test func `the result does not depend on the chunks`() throws {
        let text = "\u{FEFF}a;b\r\n\"x\r\n\"\"y\";é\r\n\n\"\n\";\"\"\r\"\r\n\r\n\";🎢"
        let whole = try CSVReader.records(in: text.utf8, delimiter: .detected)
        #expect(whole.map(\.line) == [1, 2, 5, 7])
        let bytes = Array(text.utf8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var reader = CSVReader(delimiter: .detected)
                var records: [CSVRecord] = []
                for chunk in [bytes[..<first], bytes[first..<second], bytes[second...]] { try reader.read(chunk) { records.append($0) } }
                try reader.finish { records.append($0) }
                try #require(records == whole, "cut at \(first) and \(second)")
            }
        }
    }

    @Test func `lines are counted as an editor counts them`() throws {
        let records = try CSVReader.records(in: "a\r\n\r\n\"b\r\nb\nb\rb\"\rc\n\nd".utf8)
        #expect(records.map(\.line) == [1, 3, 7, 9])
    }

    @Test(arguments: [
        ("a\n\"b\nc", 2, CSVError.Fault.unclosedQuote),
        ("\"", 1, .unclosedQuote),
        ("a\n\"b\nb\",\"c\n", 3, .unclosedQuote),
        ("a\n\"b\nb\"c", 3, .textAfterQuote),
        ("\"a\" ,b", 1, .textAfterQuote),
        ("a\r\nb\"c", 2, .quoteInField),
        ("a\n \"b\"", 2, .quoteInField),
        ("a\nb\u{0}", 2, .zeroByte),
        ("\"a\n\u{0}\"", 2, .zeroByte),
        ("\u{0}", 1, .zeroByte),
    ])
    func `a fault is reported with its line`(text: String, line: Int, fault: CSVError.Fault) {
        #expect(error(in: text) == CSVError(line: line, fault: fault))
    }

    @Test(arguments: [
        ([0x61, 0x0A, 0xFF, 0x0A], 2), ([0x61, 0xC3], 1), ([0xC3, 0x2C, 0xA9], 1), ([0xEF, 0xBB], 1), ([0xEF, 0xBB, 0x61], 1),
        ([0x22, 0x61, 0x0D, 0x0A, 0x0A, 0xED, 0xA0, 0x80, 0x22], 3), ([0x61, 0x0A, 0xC0, 0xAF], 2),
    ])
    func `bytes that are not UTF-8 are reported with their line`(bytes: [UInt8], line: Int) {
        #expect(error(in: bytes) == CSVError(line: line, fault: .invalidUTF8))
    }

    @Test func `a record over the limit is refused`() throws {
        let limits = CSVReader.Limits(recordBytes: 8, fields: 3)
        for text in ["abc,defg\n", "\"bc\",\"f\"", "a,b,c\n1,2,3\n", "\"\"\"\"\"\"\"\""] { #expect(error(in: text, limits: limits) == nil) }
        for text in ["x\nabc,defgh\n", "x\n\"abc,defg", "x\n\"bc\",\"fg\"", "x\n\"\"\"\"\"\"\"\"\""] {
            #expect(error(in: text, limits: limits) == CSVError(line: 2, fault: .recordTooLong(mostBytes: 8)))
        }
        #expect(error(in: "x\na,b,c,d", limits: limits) == CSVError(line: 2, fault: .tooManyFields(most: 3)))
        let bytes = [UInt8](repeating: 0x61, count: 9)
        #expect(error(in: bytes, limits: limits, delimiter: .detected) == CSVError(line: 1, fault: .recordTooLong(mostBytes: 8)))
    }

    @Test func `a header line without end is refused before the file ends`() {
        var reader = CSVReader(delimiter: .detected, limits: .init(recordBytes: 8))
        #expect(throws: CSVError(line: 1, fault: .recordTooLong(mostBytes: 8))) {
            for _ in 0..<9 { try reader.read("a".utf8) { _ in } }
        }
    }

    @Test func `a reader that refused keeps refusing`() {
        var reader = CSVReader()
        #expect(throws: CSVError.self) { try reader.read("a\"".utf8) { _ in } }
        #expect(throws: CSVError(line: 1, fault: .quoteInField)) { try reader.read("\nb\n".utf8) { _ in } }
        #expect(throws: CSVError(line: 1, fault: .quoteInField)) { try reader.finish { _ in } }
    }

    @Test(arguments: [
        ("a;b,c;d\n1;2,3;4", ["1", "2,3", "4"]), ("a\tb\n1\t2;3,4,5", ["1", "2;3,4,5"]), ("a,b\n1,2;;", ["1", "2;;"]),
        ("\"a,,,\";b\n1,5;2", ["1,5", "2"]), ("a\n1;2", ["1;2"]), ("a,b;c\n1,2;3", ["1", "2;3"]), ("\r\n\na;b\n1;2", ["1", "2"]),
        ("\"a\n,,,\";b\n1,5;2", ["1,5", "2"]),
    ])
    func `the delimiter is detected from the header line`(text: String, expected: [String]) throws {
        #expect(try fields(text, delimiter: .detected).last == expected)
    }

    @Test func `every fault has a sentence`() {
        let faults: [CSVError.Fault] = [
            .unclosedQuote, .textAfterQuote, .quoteInField, .invalidUTF8, .zeroByte, .recordTooLong(mostBytes: 9), .tooManyFields(most: 9),
            .missingColumns(["ride"]), .missingColumns(["ride", "park"]), .repeatedColumn("ride"), .wrongFieldCount(1, expected: 2),
        ]
        for fault in faults { #expect(CSVError(line: 7, fault: fault).sentence.wholeMatch(of: /Line 7: [A-Z].*[.?]/) != nil) }
        #expect(CSVError(line: 1, fault: .noHeader).sentence == "The file is empty. Its first line has to name the columns.")
        #expect(CSVError(line: 1, fault: .repeatedColumn(String(repeating: "x", count: 100_000))).sentence.utf8.count < 200)
    }

    /// Characters with many combining marks must not cost more than their bytes.
    @Test func `combining marks take no more time than other bytes`() throws {
        let marks = String(String.UnicodeScalarView(repeatElement("\u{301}" as Unicode.Scalar, count: 32 << 10)))
        func fastest(_ field: String) throws -> Duration {
            let text = Array("name\n\"\(field)\"\n".utf8)
            return try (0..<5).map { _ in
                let start = Self.processorTime
                var table = CSVTable(required: ["name"])
                try table.read(text) { _ = CSVFormula.guarded(try $0.get()["name"] ?? "") }
                var header = CSVTable(required: [])
                try header.read(text.dropFirst(5)) { _ in }
                try header.finish { _ in }
                return Self.processorTime - start
            }.min() ?? .zero
        }
        #expect(try fastest(marks) < fastest(String(repeating: "a", count: 64 << 10)) * 3 + .milliseconds(2))
    }

    /// The processor time of this thread, which does not depend on other work of the machine.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
