import Foundation
import Testing

@testable import Migrations

struct MigrationFolderTests {
    private func refusal(_ files: [String: Data]) throws -> String {
        try withFolder(files) { folder in
            let error = #expect(throws: MigrationError.self) { try MigrationFolder(directory: folder) }
            return error?.description ?? ""
        }
    }

    private let fine = Data("SELECT 1;".utf8)

    @Test func `files are read in the order of their numbers`() throws {
        try withFolder(["0002_b.sql": fine, "0001_a.sql": fine, "README.md": fine]) { folder in
            try #expect(MigrationFolder(directory: folder).migrations.map(\.title) == ["0001_a", "0002_b"])
        }
    }

    @Test func `a gap names the missing number`() throws {
        let words = try refusal(["0001_a.sql": fine, "0003_c.sql": fine])
        #expect(words.contains("0002 is missing: after 0001_a.sql comes 0003_c.sql"))
        try #expect(refusal(["0002_b.sql": fine]).contains("0001 is missing: after the start comes 0002_b.sql"))
        try #expect(refusal(["0000_z.sql": fine]).contains("0001 is missing"))
    }

    @Test func `two files with the same number are refused`() throws {
        let words = try refusal(["0001_a.sql": fine, "0002_b.sql": fine, "0002_c.sql": fine])
        #expect(words.contains("0002_b.sql and 0002_c.sql have the same number"))
    }

    @Test(arguments: ["1_a.sql", "0001-a.sql", "0001_A.sql", "0001_a.SQL", "a.sql", "0001_.sql"])
    func `a file with a malformed name is refused`(name: String) throws {
        try #expect(refusal([name: fine]).contains("\(name): a migration is named like 0001_accounts.sql"))
    }

    @Test func `an empty folder is refused`() throws {
        try #expect(refusal([:]).contains("There is no migration in"))
    }

    @Test(arguments: [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
    func `a byte order mark is refused`(mark: [UInt8]) throws {
        try #expect(refusal(["0001_a.sql": Data(mark) + fine]).contains("0001_a.sql begins with a byte order mark"))
    }

    @Test(arguments: [[0xE4], [0x00], [0xC3]] as [[UInt8]])
    func `bytes that are not UTF-8 are refused with their line`(bytes: [UInt8]) throws {
        let words = try refusal(["0001_a.sql": Data("SELECT 1;\n\nSELECT '".utf8) + Data(bytes) + Data("';\n".utf8)])
        #expect(words.contains("0001_a.sql, line 3: this is not UTF-8 text"))
    }

    @Test func `the header is read with any line ends`() {
        let windows = Migration(number: 1, name: "a", sql: "-- no transaction\r\n-- additive\r\nSELECT 1;")
        #expect(!windows.isTransactional)
        #expect(windows.isAdditive)
        let plain = Migration(number: 1, name: "a", sql: "-- why\nSELECT 1;\n-- additive\n-- no transaction")
        #expect(plain.isTransactional)
        #expect(!plain.isAdditive)
    }
}
