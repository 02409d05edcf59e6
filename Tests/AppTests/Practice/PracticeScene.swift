import NIOCore
import Postgres
import TestSupport
import Testing

@testable import App

extension Visitor {
    /// Starts a game and returns its number.
    @discardableResult
    func begin(_ game: PracticeGame, in club: String, _ fields: [String: String] = [:]) async throws -> String {
        let answer = try await post(club + game.path, fields)
        #expect(answer.status == .seeOther)
        let page = try await get(answer.headers[.location] ?? "").text
        return String(try #require(page.firstMatch(of: /practice\/\w+\/(\d+)\/(guesses|moves)/)).1)
    }

    @discardableResult
    func guess(_ word: String, _ row: Int, _ game: String, in club: String) async throws -> Answer {
        try await post("\(club)/practice/wordley/\(game)/guesses", ["guess": word, "row": "\(row)"])
    }
}

extension Visitor {
    /// Sends a form in which a name may occur several times.
    @discardableResult
    func submit(_ path: String, _ fields: [(String, String)]) async throws -> Answer {
        let token = try #require(SessionToken(cookie: sessionToken)).formToken
        let body = ([("csrf", token)] + fields).map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
        return try await send(path, .post, [.contentType: "application/x-www-form-urlencoded"], ByteBuffer(string: body))
    }
}

extension TestSite {
    func run(_ script: String) throws { try ScriptConnection(url: test.superuserURL).run(script) }

    /// The rows of a statement. Columns are separated by spaces, and null is "-".
    func rows(_ statement: String) throws -> [String] {
        try ScriptConnection(url: test.superuserURL).rows(statement, []).map { row in row.map { $0 ?? "-" }.joined(separator: " ") }
    }

    /// Sets the answer of all open games.
    func ask(_ word: String, rows: Int = 6, isHard: Bool = false) throws {
        try run(
            """
            UPDATE wordley_games SET answer = '\(word)', rows = \(rows), is_hard = \(isHard), gives_first = false, keys = NULL
            WHERE state = 'open'
            """)
    }
}
