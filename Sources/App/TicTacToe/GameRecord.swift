import FoundationEssentials
import GameRules
import HTMLTemplates
import Postgres

/// A game in the database, with both players.
struct GameRecord: RowRecord {
    var id: ID<Game>
    var variant: TicTacToe.Variant
    /// The strength of the machine, if one player is the machine. Nil if both players are members.
    var machine: String?
    var x: PlayerRecord
    var o: PlayerRecord
    var moves: [Int]
    /// The result of the game: `running`, `x` or `o` (the winner), `draw`, or `void` if the game was called off.
    var outcome: String
    /// How the game ended: `line` (a row won), `board` (the board is full), `resignation`, `agreement` (on a draw), `absence` (of the
    /// loser) or `dissolution` (the game was called off). Nil while the game is running.
    var ending: String?
    var movedAt: Date
    var finishedAt: Date?

    static let decoder = RowDecoder(GameRecord.init)

    /// The columns that `init` decodes, for a list of games. `g` is the game, and `x` and `o` are its players. Their wins, draws, losses
    /// and ratings are not read.
    static let listColumns: SQL = """
        g.id, g.variant, g.machine, \(playerColumns("x")), 0, 0, 0, NULL::double precision, true,
        \(playerColumns("o")), 0, 0, 0, NULL::double precision, true,
        g.moves, g.outcome, g.ending, g.moved_at, g.finished_at
        """

    /// The columns of `games` that `listColumns` and `playerJoins` need.
    static let storedColumns: SQL = "club_id, id, variant, machine, x_member, o_member, moves, outcome, ending, moved_at, finished_at"

    /// The SQL that joins the players `x` and `o` of a game `g`.
    static let playerJoins: SQL = """
        LEFT JOIN members x ON x.club_id = g.club_id AND x.id = g.x_member
        LEFT JOIN members o ON o.club_id = g.club_id AND o.id = g.o_member
        """

    /// The number of the chat room with the messages of the game `$2`. All games of the same two players share this chat room.
    static let chatRoomNumber: SQL = "(SELECT coalesce(g.talk_game, g.id) FROM games g WHERE g.id = $2)"

    /// The columns of the player `m`, who is a row of `members`. If there is no such row, the columns describe the machine.
    static func playerColumns(_ m: SQL) -> SQL {
        "coalesce(\(m).id, 0), coalesce(\(m).handle, ''), coalesce(\(m).display_name, 'The machine'), \(m).photo_id"
    }

    var isFinished: Bool { outcome != "running" }

    /// The position after all moves. The position does not tell whether somebody has resigned.
    func position() throws(TicTacToe.IllegalMove) -> TicTacToe { try TicTacToe(variant, moves: moves) }

    /// The mark with which the member plays. Nil for a spectator.
    func mark(of member: ID<Member>?) -> TicTacToe.Mark? {
        member == x.person.id ? .x : member == o.person.id ? .o : nil
    }

    func hasMove(_ cell: Int, at ply: Int, by mark: TicTacToe.Mark) -> Bool {
        moves.indices.contains(ply) && moves[ply] == cell && ply.isMultiple(of: 2) == (mark == .x)
    }

    func player(_ mark: TicTacToe.Mark) -> PlayerRecord { mark == .x ? x : o }

    var winner: TicTacToe.Mark? { outcome == "x" ? .x : outcome == "o" ? .o : nil }

    var bothHaveMoved: Bool { moves.count >= 2 }
    /// Whether a player who leaves the game or stays away loses it. Otherwise the game is called off: the other player is the machine, or
    /// the players have not both moved.
    var countsIfLeft: Bool { bothHaveMoved && machine == nil }
    /// The stored outcome and ending of a game that is called off. It changes no rating.
    static let calledOff: TicTacToe.Outcome.Stored = ("void", "dissolution")

    var allowsDraws: Bool { variant != .three && machine == nil }

    /// Whether the player with `mark` can take back a move, or can ask the opponent to allow it. Against another member, the move must be
    /// the last move of the game. Against the machine, the move is taken back together with the machine's reply.
    func canTakeBack(_ mark: TicTacToe.Mark?) -> Bool {
        guard let mark, let turn else { return false }
        return machine == nil ? turn == mark.opponent && !moves.isEmpty : turn == mark && moves.count >= 2
    }

    var turn: TicTacToe.Mark? { isFinished ? nil : moves.count.isMultiple(of: 2) ? .x : .o }
}

/// A player's offer of a draw, or a player's request to take back a move. The next move deletes the offer or request.
struct Offer: Sendable, Equatable {
    enum Kind: String, Sendable {
        case draw, takeback
    }

    var kind: Kind
    var by: TicTacToe.Mark
    /// Whether the opponent has declined the offer. The player cannot repeat a declined offer before the next move.
    var isDeclined = false

    func isOpen(_ kind: Kind, by mark: TicTacToe.Mark) -> Bool { self == Offer(kind: kind, by: mark) }
}

/// The data of a game that a page shows beside the board: an offer, the score of the match, and the time since the players were last seen.
struct MatchState: Sendable, RowDecodable {
    var offer: Offer?
    var round: Int
    var bestOf: Int
    /// The number of games of the match that the player with crosses has won, including this game. `wonByO` is the same for noughts.
    var wonByX: Int
    var wonByO: Int
    /// Whether a player who is away can lose the game. False if the first two moves took five minutes or longer.
    var isLive: Bool
    /// The number of seconds since the player was last seen. If somebody has moved since then, the number of seconds since this move.
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

struct PlayerRecord: RowRecord {
    var person: PersonRecord
    var wins: Int
    var draws: Int
    var losses: Int
    /// The rating of the player. Nil before the player's first rated game.
    var rating: Double?
    var isPrivate: Bool

    static let decoder = RowDecoder(PlayerRecord.init)
}

extension TicTacToe.Variant: PostgresEncodable, PostgresDecodable, RowDecodable {
    public static var typeID: UInt32 { String.typeID }
    public static var arrayTypeID: UInt32 { String.arrayTypeID }
    public func encode(into bytes: inout [UInt8]) { rawValue.encode(into: &bytes) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> TicTacToe.Variant? {
        String.decode(bytes, type: type).flatMap { TicTacToe.Variant(rawValue: $0) }
    }

    /// The size of the board in words, for example "5 by 5".
    var name: String { "\(size) by \(size)" }

    /// The number of marks in a row that win, for example "four in a row".
    var rule: String { "\(["", "", "", "three", "four", "five"][row]) in a row" }
}
