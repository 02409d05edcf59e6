import FoundationEssentials
import GameRules
import Postgres

/// A game of SlideIt: a shuffle, and the moves since. Where it stands, the server finds by going them again.
struct SlideItGame: Sendable, RowDecodable {
    enum State: String, StoredName {
        case open, won, lost
    }

    /// What is on the tiles.
    enum Face: String, StoredName, CaseIterable {
        case numbers, letters, photo
    }

    var id: ID<SlideItGame>
    var level: Int
    var size: Int
    var shuffle: [UInt8]
    var moves: [UInt8]
    /// Moves, and those that were taken back.
    var acts: Int
    var hints: Int
    /// A way home from where the game was after `wayAt` moves; nil: none was asked for.
    var way: [UInt8]
    var wayAt: Int?
    /// The tile that the last hint named.
    var hinted: UInt8?
    var face: Face
    var photo: ID<Photo>?
    var state: State

    init(_ row: inout Row) throws {
        id = try row.next()
        level = try row.next()
        size = try row.next()
        shuffle = SlideMoves.read(try row.next()) ?? []
        moves = SlideMoves.read(try row.next()) ?? []
        acts = try row.next()
        hints = try row.next()
        way = SlideMoves.read(try row.next()) ?? []
        wayAt = try row.next()
        let hinted: Int? = try row.next()
        self.hinted = hinted.map(UInt8.init(clamping:))
        face = try row.next()
        photo = try row.next()
        state = try row.next()
    }

    /// Of a game `g`.
    static let columns: SQL = """
        g.id, g.level::bigint, g.size::bigint, g.shuffle, g.moves, g.acts::bigint, g.hints::bigint, g.way, g.way_at::bigint,
        g.hinted::bigint, g.face, g.photo_id, g.state
        """

    var isOpen: Bool { state == .open }

    /// Where it stands.
    var puzzle: SlidePuzzle {
        let home = SlidePuzzle(size: SlidePuzzle.sizes.contains(size) ? size : 3)
        return home.after(shuffle + moves) ?? home
    }

    /// A way home from where it stands, though a long one: back by the moves since the last hint, then on by its way; or all the way back.
    var knownWay: [UInt8] {
        guard let wayAt, wayAt <= moves.count else { return SlideWay.back(moves, then: shuffle.reversed()) }
        return SlideWay.back(moves[wayAt...], then: way)
    }

    static func path(of id: ID<SlideItGame>, in club: Club) -> String { "\(club.path)/practice/slideit/\(id)" }
}

/// Moves as they are stored and sent: each a tile, written as a letter; a is 1. What is taken back is a hyphen.
enum SlideMoves {
    static let undo = UInt8(ascii: "-")
    private static let first = UInt8(ascii: "a")

    static func text(_ moves: [UInt8]) -> String { String(decoding: moves.map { $0 - 1 + first }, as: UTF8.self) }

    /// nil: there is something else in it.
    static func read(_ text: String) -> [UInt8]? {
        let letters = Array(text.utf8)
        guard letters.allSatisfy({ (first...UInt8(ascii: "x")).contains($0) }) else { return nil }
        return letters.map { $0 - first + 1 }
    }

    /// Goes acts from where a game is; nil: one of them cannot be.
    static func apply(_ acts: String, to game: SlideItGame) -> [UInt8]? {
        var (puzzle, moves) = (game.puzzle, game.moves)
        for act in acts.utf8 {
            if act == undo {
                guard let last = moves.popLast(), puzzle.slide(last) else { return nil }
            } else {
                guard !puzzle.isHome, act >= first, act <= UInt8(ascii: "x"), puzzle.slide(act - first + 1) else { return nil }
                moves.append(act - first + 1)
            }
        }
        return moves
    }
}

extension TapMeasure {
    /// Taps no further apart than this belong together; longer was a rest.
    private static let (longest, most) = (5000, 500)

    /// As a browser measured them, "l420 r0 R380": the side, as a capital where it was missed, and the milliseconds since the one before; 0:
    /// there was none, or it was long ago. What is no tap is left out.
    init(taps text: String) {
        self.init()
        for tap in text.utf8.prefix(8 * Self.most).split(separator: UInt8(ascii: " ")).prefix(Self.most) {
            guard let side = tap.first, let time = Int(String(decoding: Array(tap.dropFirst()), as: UTF8.self)),
                (0...Self.longest).contains(time)
            else { continue }
            switch side {
            case UInt8(ascii: "l"): left.add(time, isMissed: false)
            case UInt8(ascii: "L"): left.add(time, isMissed: true)
            case UInt8(ascii: "r"): right.add(time, isMissed: false)
            case UInt8(ascii: "R"): right.add(time, isMissed: true)
            default: continue
            }
        }
    }
}

extension TapMeasure.Side {
    fileprivate mutating func add(_ milliseconds: Int, isMissed: Bool) {
        (taps, time, missed) = (taps + 1, time + milliseconds, missed + (isMissed ? 1 : 0))
    }
}

/// A game about to begin.
struct NewSlideItGame: Sendable {
    var level: SlideItLevel
    var shuffle: [UInt8]
    /// The fewest moves home; nil: that is not known.
    var exact: Int?
    var face = SlideItGame.Face.numbers
    var photo: ID<Photo>?

    init(_ level: SlideItLevel, shuffle: [UInt8]) { (self.level, self.shuffle) = (level, shuffle) }

    init(_ level: SlideItLevel, using generator: inout some RandomNumberGenerator) {
        self.level = level
        let (puzzle, moves) = SlidePuzzle.shuffled(size: level.size, moves: level.moves, using: &generator)
        shuffle = moves
        exact = SlideWay.length(from: puzzle)
    }
}
