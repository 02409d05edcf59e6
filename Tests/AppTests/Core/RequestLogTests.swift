import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import App
@testable import Web

@Suite struct RequestLogTests {
    private struct Kept: LogHandler {
        let lines: Locked<[String]>
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.value.append(event.message.description) }
    }

    private func line(_ method: HTTPRequest.Method, _ path: String) throws -> String {
        let lines = Locked<[String]>([])
        let log = RequestLog(logger: Logger(label: "test") { _ in Kept(lines: lines) })
        var response = HTTPResponse(status: .notFound)
        let request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
        log.write(request, &response, RequestIdentity(), since: .now)
        return try #require(lines.value.first)
    }

    @Test func `a long request is shortened so that its status is logged`() throws {
        for path in ["/" + String(repeating: "a", count: 8000), "/" + String(repeating: "é", count: 4000) + "?q"] {
            let line = try line(try #require(.init(rawValue: String(repeating: "M", count: 4000))), path)
            #expect(line.utf8.count < 800 && line.contains("… status=404 ms=") && !line.contains("\u{FFFD}"))
        }
    }

    @Test func `secret codes and search words are not logged`() throws {
        try #expect(line(.get, "/join/secret").contains("method=GET path=/join/… status=404"))
        try #expect(line(.get, "/reset/secret").contains("method=GET path=/reset/… status=404"))
        try #expect(line(.get, "/riddle/secret/secret").contains("method=GET path=/riddle/… status=404"))
        try #expect(line(.get, "/c/pier/messages?q=secret").contains("path=/c/pier/messages status=404"))
    }
}
