import FoundationEssentials
import GameRules
import Postgres

/// A game of SlideIt: the moves of the shuffle, and the moves of the player. The server replays both to find the current position.
struct SlideItGame: Sendable, RowDecodable {
    enum State: String, DatabaseEnum {
        case open, won, lost
    }

    enum TileStyle: String, DatabaseEnum, CaseIterable {
        case numbers, letters, photo
    }

    var id: ID<SlideItGame>
    var level: Int
    var size: Int
    var shuffle: [UInt8]
    var moves: [UInt8]
    /// The number of moves and undos so far. With this number, the server knows which of the moves that a browser sends are new.
    var changes: Int
    var hints: Int
    /// The solution that the server found for the last hint. Its moves solve the puzzle from the position after the first `hintPathStart`
    /// moves of the game.
    var hintPath: [UInt8]
    /// The number of moves at the time of the last hint. Nil if there is no hint whose solution can be used.
    var hintPathStart: Int?
    /// The tile that the last hint told the member to move. Nil after the next move.
    var hinted: UInt8?
    var tileStyle: TileStyle
    var photo: ID<Photo>?
    var state: State

    init(_ row: inout Row) throws {
        id = try row.next()
        level = try row.next()
        size = try row.next()
        shuffle = SlideMoves.parse(try row.next()) ?? []
        moves = SlideMoves.parse(try row.next()) ?? []
        changes = try row.next()
        hints = try row.next()
        hintPath = SlideMoves.parse(try row.next()) ?? []
        hintPathStart = try row.next()
        let hinted: Int? = try row.next()
        self.hinted = hinted.map(UInt8.init(clamping:))
        tileStyle = try row.next()
        photo = try row.next()
        state = try row.next()
    }

    /// The columns that `init` decodes. `g` is a row of `slideit_games`.
    static let columns: SQL = """
        g.id, g.level::bigint, g.size::bigint, g.shuffle, g.moves, g.changes::bigint, g.hints::bigint, g.way, g.way_at::bigint,
        g.hinted::bigint, g.tile_style, g.photo_id, g.state
        """

    var isOpen: Bool { state == .open }

    /// The current position, after the shuffle and the moves.
    var puzzle: SlidePuzzle {
        let home = SlidePuzzle(size: SlidePuzzle.sizes.contains(size) ? size : 3)
        return home.after(shuffle + moves) ?? home
    }

    /// Moves that solve the puzzle from the current position. There may be a shorter solution. The moves undo the moves since the last
    /// hint, and then follow the solution of that hint. Without a usable hint, they undo all moves and then the shuffle.
    var knownSolution: [UInt8] {
        guard let hintPathStart, hintPathStart <= moves.count else { return SlideWay.back(moves, then: shuffle.reversed()) }
        return SlideWay.back(moves[hintPathStart...], then: hintPath)
    }

    static func path(of id: ID<SlideItGame>, in club: Club) -> String { "\(club.path)/practice/slideit/\(id)" }
}

/// The format in which moves are stored and sent. Each move is a letter, which stands for a tile: "a" is tile 1. A hyphen takes the last
/// move back.
enum SlideMoves {
    static let undo = UInt8(ascii: "-")
    private static let first = UInt8(ascii: "a")

    static func text(_ moves: [UInt8]) -> String { String(decoding: moves.map { $0 - 1 + first }, as: UTF8.self) }

    /// The moves in the text. Nil if the text has a character that is not the letter of a tile.
    static func parse(_ text: String) -> [UInt8]? {
        let letters = Array(text.utf8)
        guard letters.allSatisfy({ (first...UInt8(ascii: "x")).contains($0) }) else { return nil }
        return letters.map { $0 - first + 1 }
    }

    /// All moves of the game after the moves and undos in the text `changes`. Nil if one of these moves or undos is not possible.
    static func apply(_ changes: String, to game: SlideItGame) -> [UInt8]? {
        var (puzzle, moves) = (game.puzzle, game.moves)
        for change in changes.utf8 {
            if change == undo {
                guard let last = moves.popLast(), puzzle.slide(last) else { return nil }
            } else {
                guard !puzzle.isHome, change >= first, change <= UInt8(ascii: "x"), puzzle.slide(change - first + 1) else { return nil }
                moves.append(change - first + 1)
            }
        }
        return moves
    }
}

extension TapMeasure {
    /// `maxInterval` is the longest time between two taps that is measured, in milliseconds. A longer time is a pause. `maxTaps` is the
    /// number of taps after which the rest of a text is ignored.
    private static let (maxInterval, maxTaps) = (5000, 500)

    /// Parses the taps that a browser has measured, for example "l420 r0 R380". The letter is the side, left or right. It is uppercase if
    /// the tap missed. The number is the time since the previous tap, in milliseconds. It is 0 for the first tap and after a pause. Invalid
    /// taps are skipped.
    init(taps text: String) {
        self.init()
        for tap in text.utf8.prefix(8 * Self.maxTaps).split(separator: UInt8(ascii: " ")).prefix(Self.maxTaps) {
            guard let side = tap.first, let time = Int(String(decoding: Array(tap.dropFirst()), as: UTF8.self)),
                (0...Self.maxInterval).contains(time)
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

struct NewSlideItGame: Sendable {
    var level: SlideItLevel
    var shuffle: [UInt8]
    /// The number of moves of the shortest solution. Nil if the number is not known, which is so on boards larger than 3 by 3.
    var fewestMoves: Int?
    var tileStyle = SlideItGame.TileStyle.numbers
    var photo: ID<Photo>?

    init(_ level: SlideItLevel, shuffle: [UInt8]) { (self.level, self.shuffle) = (level, shuffle) }

    init(_ level: SlideItLevel, using generator: inout some RandomNumberGenerator) {
        self.level = level
        let (puzzle, moves) = SlidePuzzle.shuffled(size: level.size, moves: level.moves, using: &generator)
        shuffle = moves
        fewestMoves = SlideWay.length(from: puzzle)
    }
}
