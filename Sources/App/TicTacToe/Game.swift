import FoundationEssentials
import GameRules
import HTMLTemplates
import Postgres

/// A game as the database has it.
struct GameRecord: Sendable, RowDecodable {
    var id: ID<Game>
    var x: PlayerRecord
    var o: PlayerRecord
    var moves: [Int]
    /// `running`, `x`, `o` or `draw`.
    var outcome: String
    /// `line`, `board` or `resignation`; nil while running.
    var ending: String?
    var movedAt: Date
    var finishedAt: Date?

    init(_ row: inout Row) throws {
        id = try row.next()
        x = try PlayerRecord(&row)
        o = try PlayerRecord(&row)
        moves = try row.next()
        outcome = try row.next()
        ending = try row.next()
        movedAt = try row.next()
        finishedAt = try row.next()
    }

    var isFinished: Bool { outcome != "running" }

    /// The position; a resigned game's board looks as if it still ran.
    func position() throws(TicTacToe.IllegalMove) -> TicTacToe { try TicTacToe(moves: moves) }

    /// The mark `member` plays, or nil for a spectator.
    func mark(of member: ID<Member>?) -> TicTacToe.Mark? {
        member == x.person.id ? .x : member == o.person.id ? .o : nil
    }

    /// Whether the move of `ply` was `cell`, made by `mark`.
    func has(_ cell: Int, at ply: Int, by mark: TicTacToe.Mark) -> Bool {
        moves.indices.contains(ply) && moves[ply] == cell && ply.isMultiple(of: 2) == (mark == .x)
    }

    func player(_ mark: TicTacToe.Mark) -> PlayerRecord { mark == .x ? x : o }

    var winner: TicTacToe.Mark? { outcome == "x" ? .x : outcome == "o" ? .o : nil }

    var turn: TicTacToe.Mark? { isFinished ? nil : moves.count.isMultiple(of: 2) ? .x : .o }
}

/// A player's face and record.
struct PlayerRecord: Sendable, RowDecodable {
    var person: PersonRecord
    var wins: Int
    var draws: Int
    var losses: Int

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        wins = try row.next()
        draws = try row.next()
        losses = try row.next()
    }
}

/// A line of talk beside a board.
struct LineRecord: Sendable, RowDecodable {
    var id: ID<LineRecord>
    var author: PersonRecord
    var text: String
    var sentAt: Date

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        text = try row.next()
        sentAt = try row.next()
    }
}
