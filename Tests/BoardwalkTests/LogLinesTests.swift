import Foundation
import Logging
import Testing

@testable import Boardwalk

@Suite struct LogLinesTests {
    private let pipe = Pipe()

    private func logger() -> Logger {
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        return Logger(label: "test") { _ in LogLines(sink: sink) }
    }

    private func written() throws -> [String] {
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    @Test func `an error line is written at once, after earlier lines`() throws {
        let logger = logger()
        logger.info("request", metadata: ["status": "200", "id": "7"])
        logger.error("unexpected error")
        let lines = try written()
        #expect(lines.count == 2)
        #expect(lines.first?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info request id=7 status=200/) != nil)
        #expect(lines.last?.hasSuffix("Z error unexpected error") == true)
    }

    @Test func `a log line has at most one kilobyte`() throws {
        let logger = logger()
        // All lines together fit into the buffer of a pipe.
        for length in 970..<1020 {
            let (wheels, rest) = length.quotientAndRemainder(dividingBy: 4)
            logger.warning("\(String(repeating: "🎡", count: wheels))", metadata: ["more": "\(String(repeating: "x", count: rest))"])
        }
        logger.warning("unexpected", metadata: ["error": "\(String(repeating: "long", count: 1 << 18))"])
        let lines = try written()
        #expect(lines.count == 51)
        // The line end is one byte more.
        #expect(lines.map(\.utf8.count).max() == 1023)
        #expect(lines.allSatisfy { !$0.contains("\u{FFFD}") })
        #expect(lines.first?.hasSuffix("🎡 more=xx") == true)
        #expect(lines.suffix(2).allSatisfy { $0.hasSuffix("…") })
    }

    @Test func `logged values cannot forge a log line`() throws {
        logger().warning("lost\nand found", metadata: ["reason": "a\r\n2026-11-21 info all is well\u{1b}[2K"])
        let lines = try written()
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("lost\\nand found reason=a?\\n2026-11-21 info all is well?[2K") == true)
    }
}
