import Foundation
import Testing

/// The time for which each test had a database, for `script/test --times`. Swift Testing's own times include the wait for a turn.
enum TestTimes {
    private static let path = ProcessInfo.processInfo.environment["BOARDWALK_TEST_TIMES"] ?? ""

    /// Adds a line to the file that BOARDWALK_TEST_TIMES names, if any.
    static func add(_ duration: Duration) {
        guard !path.isEmpty, let test = Test.current else { return }
        let line = Array("\(duration / .seconds(1))\t\(test.sourceLocation.fileID) \(test.name)\n".utf8)
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        // A single write keeps the lines of simultaneous tests apart.
        _ = write(file, line, line.count)
        close(file)
    }
}
