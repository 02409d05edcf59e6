import Foundation
import Testing

/// How long each test has had a database, for `script/test --times`. Swift Testing itself counts the time in which a test waits for its turn.
enum TestTimes {
    private static let path = ProcessInfo.processInfo.environment["BOARDWALK_TEST_TIMES"] ?? ""

    /// Adds a line to the file that BOARDWALK_TEST_TIMES names, if any.
    static func add(_ duration: Duration) {
        guard !path.isEmpty, let test = Test.current else { return }
        let line = Array("\(duration / .seconds(1))\t\(test.sourceLocation.fileID) \(test.name)\n".utf8)
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        // One write, so that lines of tests that run at once do not mix.
        _ = write(file, line, line.count)
        close(file)
    }
}
