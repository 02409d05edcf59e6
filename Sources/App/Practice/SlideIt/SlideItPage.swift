import GameRules
import HTMLTemplates

struct SlideItPage: Page {
    static let template = "slideit/slideit"
    var layout: Layout
    var clubName: String
    var practice: String
    /// The member's newest game. Nil if there is no game yet.
    var game: SlideItView?
    var level: LevelView?
    var start: SlideItStart

    init(_ game: SlideItView?, level: PracticeLevel?, start: SlideItStart, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        practice = visit.club.path + "/practice"
        (self.game, self.start) = (game, start)
        self.level = level.map { LevelView($0, club: visit.club) }
    }
}

struct SlideItLive: Page {
    static let template = "slideit/live"
    var layout: Layout
    var game: SlideItView
}

/// The HTML form that starts a game, with the member's newest photos to choose from.
struct SlideItStart: ViewModel {
    var begin: String
    var photos: [TilePhoto]

    init(_ photos: [ID<Photo>], club: Club) {
        begin = club.path + "/practice/slideit"
        self.photos = photos.enumerated().map { TilePhoto(id: $1.description, path: "\(club.path)/photos/\($1)", number: $0 + 1) }
    }
}

struct TilePhoto: ViewModel {
    var id: String
    var path: String
    var number: Int
}

struct SlideItView: ViewModel {
    var id: String
    var path: String
    var size: Int
    var moves: Int
    var measuresTaps: Bool
    /// The key under which the browser stores the time of the clock. Nil if the member wants no clock, or if the game is over.
    var clock: String?
    var tiles: [SlideTile]
    var isOpen: Bool
    var isWon: Bool
    var changes: Int
    var movesLabel: String
    var canUndo: Bool
    var hint: String?
    var status: String
    /// The feedback on the finished game. Nil if the game is not over, or if the request was refused.
    var ending: PracticeFeedbackView?
    var start: SlideItStart
    var problem: String?
    var announcement: String
    var switches: Int
    var pace: Int

    init(
        _ game: SlideItGame, _ settings: PracticeSettings, _ feedback: PracticeFeedback?, start: SlideItStart, problem: String?,
        visit: MemberVisit
    ) {
        let puzzle = game.isOpen ? game.puzzle : SlidePuzzle(size: game.size)
        path = SlideItGame.path(of: game.id, in: visit.club)
        (size, isOpen, isWon, changes) = (game.size, game.isOpen, game.state == .won, game.changes)
        tiles = SlideTile.all(of: puzzle, game, club: visit.club)
        id = game.id.description
        moves = game.moves.count
        measuresTaps = settings.measuresTaps
        clock = settings.showsClock && game.isOpen ? "slideit-\(game.id)" : nil
        movesLabel = moves == 1 ? "One move" : "\(moves) moves"
        canUndo = game.isOpen && moves > 0
        hint = game.hinted.map { "Slide \(SlideTile.name(of: $0, game.tileStyle)) \(Self.direction(of: $0, in: puzzle))." }
        status = Self.status(of: game)
        let lastMove = game.moves.last.map { SlideTile.positionSentence(of: $0, in: puzzle, game.tileStyle) }
        announcement = game.isOpen ? hint ?? lastMove ?? "" : status
        ending = feedback.map { PracticeFeedbackView($0, club: visit.club) }
        (self.start, self.problem) = (start, problem)
        (switches, pace) = (settings.switches, settings.pace)
    }

    private static func status(of game: SlideItGame) -> String {
        let count = game.moves.count
        return switch game.state {
        case .open: "Slide the tiles until they are in order."
        case .won: "Solved in \(count == 1 ? "one move" : "\(count) moves"). Well done."
        case .lost: "This is the solved puzzle. You can try another one."
        }
    }

    /// The direction from a tile to the hole beside it, for example "to the left".
    static func direction(of tile: UInt8, in puzzle: SlidePuzzle) -> String {
        guard let place = puzzle.tiles.firstIndex(of: tile) else { return "" }
        switch puzzle.hole - place {
        case 1: return "to the right"
        case -1: return "to the left"
        case let step: return step > 0 ? "down" : "up"
        }
    }
}

struct SlideTile: ViewModel {
    /// The letter that the HTML form sends to move this tile. Nil for the hole.
    var move: String?
    var label: String
    /// The tile, its place and its possible move in words, for example "7, row 2, column 3. Slides to the left."
    var name: String
    var canSlide: Bool
    var isHinted: Bool
    /// The tile's part of the photo. Nil if the tiles show no photo.
    var picture: SlidePicture?

    static func name(of tile: UInt8, _ tileStyle: SlideItGame.TileStyle) -> String {
        tileStyle == .letters ? String(UnicodeScalar(UInt8(ascii: "A") + tile - 1)) : "\(tile)"
    }

    /// For example "7 is in row 3, column 1."
    static func positionSentence(of tile: UInt8, in puzzle: SlidePuzzle, _ tileStyle: SlideItGame.TileStyle) -> String {
        let place = puzzle.tiles.firstIndex(of: tile) ?? 0
        return "\(name(of: tile, tileStyle)) is in row \(place / puzzle.size + 1), column \(place % puzzle.size + 1)."
    }

    static func all(of puzzle: SlidePuzzle, _ game: SlideItGame, club: Club) -> [SlideTile] {
        let movable = game.isOpen ? puzzle.movable : []
        return puzzle.tiles.enumerated().map { place, tile in
            let at = "row \(place / puzzle.size + 1), column \(place % puzzle.size + 1)"
            let label = name(of: tile, game.tileStyle)
            let canSlide = movable.contains(tile)
            let slides = canSlide ? " Slides \(SlideItView.direction(of: tile, in: puzzle))." : ""
            return SlideTile(
                move: tile == 0 ? nil : SlideMoves.text([tile]), label: tile == 0 ? "" : label,
                name: tile == 0 ? "Empty, \(at)." : "\(label), \(at).\(slides)", canSlide: canSlide,
                isHinted: game.hinted == tile && tile != 0,
                picture: tile == 0 ? nil : game.photo.map { SlidePicture(photo: "\(club.path)/photos/\($0)", tile, of: puzzle.size) })
        }
    }
}

/// A tile's part of a photo. All tiles together show the middle square of the photo.
struct SlidePicture: ViewModel {
    var path: String
    /// The SVG `viewBox` of the part, for example "100 0 100 100". A tile is 100 units wide.
    var part: String
    var whole: Int

    init(photo: String, _ tile: UInt8, of size: Int) {
        let home = Int(tile) - 1
        path = photo + "/small"
        part = "\(home % size * 100) \(home / size * 100) 100 100"
        whole = size * 100
    }
}
