import TestSupport
import Testing

@testable import CSV

/// Random tables. A failure names its seed.
@Suite struct PropertyTests {
    private let seeds = (0..<400).map { _ in UInt64.random(in: 0...UInt64.max) }

    private func table(_ random: inout Seeded) -> [[String]] {
        let alphabet = Array("ab,;\t\"\"\n\r =+-@'1é漢🎢\u{301}\u{FEFF}".unicodeScalars)
        return (0..<Int.random(in: 0...8, using: &random)).map { _ in
            (0..<Int.random(in: 1...5, using: &random)).map { _ in
                let length = Int.random(in: 0...6, using: &random)
                return String(
                    String.UnicodeScalarView((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }))
            }
        }
    }

    private func read(_ bytes: [UInt8], _ delimiter: CSVReader.Delimiter, _ random: inout Seeded) throws -> [CSVRecord] {
        var reader = CSVReader(delimiter: delimiter)
        var records: [CSVRecord] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(Int.random(in: 1...(Bool.random(using: &random) ? 3 : 40), using: &random))
            rest = rest.dropFirst(chunk.count)
            try reader.read(chunk) { records.append($0) }
        }
        try reader.finish { records.append($0) }
        return records
    }

    /// Texts are compared by their scalars, because equal Strings can have different scalars.
    private func scalars(_ table: [[String]]) -> [[[Unicode.Scalar]]] { table.map { $0.map { Array($0.unicodeScalars) } } }

    @Test func `a random table is read as it was written`() throws {
        let delimiters: [(CSVDelimiter, CSVReader.Delimiter)] = [(.comma, .comma), (.semicolon, .semicolon), (.tab, .tab)]
        for seed in seeds {
            var random = Seeded(state: seed)
            let table = table(&random)
            let (written, read) = delimiters[Int(seed % 3)]
            let guards = Bool.random(using: &random)
            var writer = CSVWriter(delimiter: written, byteOrderMark: Bool.random(using: &random), guardsFormulas: guards)
            var bytes: [UInt8] = []
            var lines: [Int] = []
            for record in table {
                lines.append(lineBreaks(bytes) + 1)
                writer.append(record.map { .text($0) }, to: &bytes)
            }
            let records = try self.read(bytes, read, &random)
            let back = records.map { $0.fields.map { guards ? CSVFormula.unguarded($0) : $0 } }
            try #require(scalars(back) == scalars(table), "seed \(seed)")
            try #require(records.map(\.line) == lines, "seed \(seed)")
        }
    }

    @Test func `random bytes give the same result in any chunks`() throws {
        for seed in seeds {
            var random = Seeded(state: seed)
            let alphabet = Array("ab,;\"\"\n\r\u{0}".utf8) + [0xEF, 0xBB, 0xBF, 0xC3, 0xA9]
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            let whole = try outcome { try CSVReader.records(in: bytes, delimiter: .detected) }
            try #require(try outcome { try read(bytes, .detected, &random) } == whole, "seed \(seed)")
        }
    }

    private func outcome(_ body: () throws -> [CSVRecord]) throws -> Result<[CSVRecord], CSVError> {
        do {
            return .success(try body())
        } catch let error as CSVError {
            return .failure(error)
        }
    }

    private func lineBreaks(_ bytes: [UInt8]) -> Int {
        var (count, previous) = (0, UInt8(0))
        for byte in bytes {
            if byte == 0x0D || byte == 0x0A && previous != 0x0D { count += 1 }
            previous = byte
        }
        return count
    }
}
