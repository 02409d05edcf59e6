import Foundation
import Testing

@testable import Boardwalk

struct ProgramCodeTests {
    /// The number of memory pages of files that this process holds (proc(5), /proc/pid/statm).
    private func pagesOfFiles() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[2]))
    }

    @Test func `memory that only the start needed is given back`() throws {
        let before = try pagesOfFiles()
        ProgramCode.releaseStartupCode()
        let after = try pagesOfFiles()
        #expect(after < before * 3 / 4, "\(before) pages before, \(after) after")
        // The program still works.
        #expect([3, 1, 2].sorted().map { "\($0)" }.joined() == "123")
    }
}
