import Foundation
import Testing

@testable import Boardwalk

struct ProgramCodeTests {
    /// Pages of files that this process holds in memory (proc(5), /proc/pid/statm).
    private func pagesOfFiles() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[2]))
    }

    @Test func whatOnlyTheStartNeededIsGivenBack() throws {
        let before = try pagesOfFiles()
        ProgramCode.giveBack()
        let after = try pagesOfFiles()
        #expect(after < before * 3 / 4, "\(before) pages before, \(after) after")
        // And all is as it was.
        #expect([3, 1, 2].sorted().map { "\($0)" }.joined() == "123")
    }
}
