import Foundation
import TestSupport
import Testing

@testable import App

/// Compares numbers of the server with their copies in scripts and in the schema.
struct RepeatedNumberTests {
    private func number(after text: String, in file: String) throws -> Int {
        let source = try String(contentsOfFile: TestDatabase.root + "/" + file, encoding: .utf8)
        let place = try #require(source.range(of: text), "\(file) has no “\(text)”")
        return try #require(Int(source[place.upperBound...].prefix(while: \.isNumber)))
    }

    @Test func `the script of live pages waits as long as the server holds a poll`() throws {
        try #expect(number(after: "const holdSeconds = ", in: "Public/js/live.js") == AppSettings(root: "").holdSeconds)
    }

    @Test func `the schema accepts the longest message`() throws {
        try #expect(
            number(after: "messages_text_form CHECK (length(text) <= ", in: "migrations/0006_messages.sql") == ChatMessage.maxLength)
    }
}
