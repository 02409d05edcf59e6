import FoundationEssentials
import GameRules
import HTMLTemplates
import Postgres

/// A game as the database has it.
struct GameRecord: Sendable, RowDecodable {
    var id: ID<Game>
    var variant: TicTacToe.Variant
    /// How well the machine plays that has one of the seats.
    var machine: String?
    var x: PlayerRecord
    var o: PlayerRecord
    var moves: [Int]
    /// `running`, `x`, `o`, `draw` or `void`.
    var outcome: String
    /// `line`, `board`, `resignation`, `agreement`, `absence` or `dissolution`; nil while running.
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

    /// Of a game `g` in a list, with its players `x` and `o`, whose scores are not asked for.
    static let listed: SQL = """
        g.id, g.variant, g.machine, \(player("x")), 0, 0, 0, NULL::double precision, true,
        \(player("o")), 0, 0, 0, NULL::double precision, true,
        g.moves, g.outcome, g.ending, g.moved_at, g.finished_at
        """

    /// What a list takes of a row of `games`.
    static let stored: SQL = "club_id, id, variant, machine, x_member, o_member, moves, outcome, ending, moved_at, finished_at"

    /// The players `x` and `o` of a game `g`.
    static let players: SQL = """
        LEFT JOIN members x ON x.club_id = g.club_id AND x.id = g.x_member
        LEFT JOIN members o ON o.club_id = g.club_id AND o.id = g.o_member
        """

    /// The number of the room that has the lines of the room beside board `$2`.
    static let talkNumber: SQL = "(SELECT coalesce(g.talk_game, g.id) FROM games g WHERE g.id = $2)"

    /// Who plays; where nobody does, the machine.
    static func player(_ m: SQL) -> SQL {
        "coalesce(\(m).id, 0), coalesce(\(m).handle, ''), coalesce(\(m).display_name, 'The machine'), \(m).photo_id"
    }

    var isFinished: Bool { outcome != "running" }

    /// The position; the board of a game that was given up looks as if it still ran.
    func position() throws(TicTacToe.IllegalMove) -> TicTacToe { try TicTacToe(variant, moves: moves) }

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

    /// Whether both have moved: only then does it count how it ends.
    var isBegun: Bool { moves.count >= 2 }

    /// Whether its players may agree on a draw.
    var allowsDraws: Bool { variant != .three && machine == nil }

    /// Whether `mark` made the last move, and may ask to take it back; against the machine, whose answer goes with it, on their own turn.
    func canTakeBack(_ mark: TicTacToe.Mark?) -> Bool {
        guard let mark, let turn else { return false }
        return machine == nil ? turn == mark.opponent && !moves.isEmpty : turn == mark && moves.count >= 2
    }

    var turn: TicTacToe.Mark? { isFinished ? nil : moves.count.isMultiple(of: 2) ? .x : .o }
}

/// What one player offers the other, or asks for, since the last move.
struct Offer: Sendable, Equatable {
    enum Kind: String, Sendable {
        /// To agree on a draw.
        case draw
        /// To take back the last move.
        case takeback
    }

    var kind: Kind
    var by: TicTacToe.Mark
    /// The other has said no, and it may be made again.
    var isDeclined = false

    func isOpen(_ kind: Kind, by mark: TicTacToe.Mark) -> Bool { self == Offer(kind: kind, by: mark) }
}

/// What the table of a game shows beside the board.
struct MatchState: Sendable, RowDecodable {
    var offer: Offer?
    var round: Int
    var bestOf: Int
    /// Games that each has won of the match, up to this one.
    var wonByX: Int
    var wonByO: Int
    /// Whether both were there at the start: then whoever is away on their turn may lose by it.
    var isLive: Bool
    /// Seconds since they were last heard of, or the last move, whichever is later.
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

/// A player's face and record.
struct PlayerRecord: Sendable, RowDecodable {
    var person: PersonRecord
    var wins: Int
    var draws: Int
    var losses: Int
    /// nil: no rated game yet.
    var rating: Double?
    /// Whether the record is not for the whole club.
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
