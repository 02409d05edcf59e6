import FoundationEssentials
import GameRules
import HTMLTemplates
import Postgres

/// A game as it is stored, with both players.
struct GameRecord: Sendable, RowDecodable {
    var id: ID<Game>
    var variant: TicTacToe.Variant
    /// The strength of the machine. Nil if both players are members.
    var machine: String?
    var x: PlayerRecord
    var o: PlayerRecord
    var moves: [Int]
    /// `running`, `x`, `o`, `draw` or `void`.
    var outcome: String
    /// `line`, `board`, `resignation`, `agreement`, `absence` or `dissolution`. Nil while the game is running.
    var ending: String?
    var movedAt: Date
    var finishedAt: Date?

    init(_ row: inout Row) throws {
        id = try row.next()
        variant = try row.next()
        machine = try row.next()
        x = try PlayerRecord(&row)
        o = try PlayerRecord(&row)
        moves = try row.next()
        outcome = try row.next()
        ending = try row.next()
        movedAt = try row.next()
        finishedAt = try row.next()
    }

    /// The columns for a list. `g` is the game, and `x` and `o` are its players. Scores are not read.
    static let listColumns: SQL = """
        g.id, g.variant, g.machine, \(playerColumns("x")), 0, 0, 0, NULL::double precision, true,
        \(playerColumns("o")), 0, 0, 0, NULL::double precision, true,
        g.moves, g.outcome, g.ending, g.moved_at, g.finished_at
        """

    /// The columns of `games` that `listColumns` and `playerJoins` need.
    static let storedColumns: SQL = "club_id, id, variant, machine, x_member, o_member, moves, outcome, ending, moved_at, finished_at"

    /// Joins the players `x` and `o` of a game `g`.
    static let playerJoins: SQL = """
        LEFT JOIN members x ON x.club_id = g.club_id AND x.id = g.x_member
        LEFT JOIN members o ON o.club_id = g.club_id AND o.id = g.o_member
        """

    /// The number of the chat room with the messages of the game `$2`. All games of the same two players share it.
    static let chatRoomNumber: SQL = "(SELECT coalesce(g.talk_game, g.id) FROM games g WHERE g.id = $2)"

    /// The columns of a player `m`, or those of the machine if there is no such member.
    static func playerColumns(_ m: SQL) -> SQL {
        "coalesce(\(m).id, 0), coalesce(\(m).handle, ''), coalesce(\(m).display_name, 'The machine'), \(m).photo_id"
    }

    var isFinished: Bool { outcome != "running" }

    /// The position after all moves. It does not show whether somebody has resigned.
    func position() throws(TicTacToe.IllegalMove) -> TicTacToe { try TicTacToe(variant, moves: moves) }

    /// Nil for a spectator.
    func mark(of member: ID<Member>?) -> TicTacToe.Mark? {
        member == x.person.id ? .x : member == o.person.id ? .o : nil
    }

    func hasMove(_ cell: Int, at ply: Int, by mark: TicTacToe.Mark) -> Bool {
        moves.indices.contains(ply) && moves[ply] == cell && ply.isMultiple(of: 2) == (mark == .x)
    }

    func player(_ mark: TicTacToe.Mark) -> PlayerRecord { mark == .x ? x : o }

    var winner: TicTacToe.Mark? { outcome == "x" ? .x : outcome == "o" ? .o : nil }

    /// Whether both players have moved. Only then does the result count.
    var isBegun: Bool { moves.count >= 2 }

    var allowsDraws: Bool { variant != .three && machine == nil }

    /// Whether `mark` made the last move and may ask to take it back. Against the machine, a player takes back a move on their own turn,
    /// together with the machine's reply.
    func canTakeBack(_ mark: TicTacToe.Mark?) -> Bool {
        guard let mark, let turn else { return false }
        return machine == nil ? turn == mark.opponent && !moves.isEmpty : turn == mark && moves.count >= 2
    }

    var turn: TicTacToe.Mark? { isFinished ? nil : moves.count.isMultiple(of: 2) ? .x : .o }
}

/// A player's offer of a draw or request to take back a move, since the last move.
struct Offer: Sendable, Equatable {
    enum Kind: String, Sendable {
        case draw, takeback
    }

    var kind: Kind
    var by: TicTacToe.Mark
    /// Whether the opponent has declined. The player cannot repeat a declined offer before the next move.
    var isDeclined = false

    func isOpen(_ kind: Kind, by mark: TicTacToe.Mark) -> Bool { self == Offer(kind: kind, by: mark) }
}

/// The offer, the match and the presence of the players, which a page shows beside the board.
struct MatchState: Sendable, RowDecodable {
    var offer: Offer?
    var round: Int
    var bestOf: Int
    /// The number of games of the match that each player has won, including this game.
    var wonByX: Int
    var wonByO: Int
    /// Whether a player can lose by being away. This is not so if the first two moves took five minutes or longer.
    var isLive: Bool
    /// Seconds since the player was last seen or since the last move, whichever was later.
    private var silenceOfX: Int
    private var silenceOfO: Int

    init(_ row: inout Row) throws {
        let (kind, mark) = (try row.next(String?.self), try row.next(String?.self))
        let isDeclined = try row.next(Bool.self)
        offer = kind.flatMap(Offer.Kind.init).map { Offer(kind: $0, by: mark == TicTacToe.Mark.x.stored ? .x : .o, isDeclined: isDeclined) }
        round = try row.next()
        bestOf = try row.next()
        wonByX = try row.next()
        wonByO = try row.next()
        isLive = try row.next()
        silenceOfX = try row.next()
        silenceOfO = try row.next()
    }

    func silence(of mark: TicTacToe.Mark) -> Int { mark == .x ? silenceOfX : silenceOfO }
}

/// A player with their results on this kind of board.
struct PlayerRecord: Sendable, RowDecodable {
    var person: PersonRecord
    var wins: Int
    var draws: Int
    var losses: Int
    /// Nil before the first rated game.
    var rating: Double?
    /// Whether the player hides the results from the club.
    var isPrivate: Bool

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        wins = try row.next()
        draws = try row.next()
        losses = try row.next()
        rating = try row.next()
        isPrivate = try row.next()
    }
}

extension TicTacToe.Variant: PostgresEncodable, PostgresDecodable, RowDecodable {
    public static var typeID: UInt32 { String.typeID }
    public static var arrayTypeID: UInt32 { String.arrayTypeID }
    public func encode(into bytes: inout [UInt8]) { rawValue.encode(into: &bytes) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> TicTacToe.Variant? {
        String.decode(bytes, type: type).flatMap { TicTacToe.Variant(rawValue: $0) }
    }

    /// "5 by 5"
    var name: String { "\(size) by \(size)" }

    /// "four in a row"
    var rule: String { "\(["", "", "", "three", "four", "five"][row]) in a row" }
}
