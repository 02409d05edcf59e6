import GameRules
import HTMLTemplates

struct GameRow: ViewModel {
    var path: String
    var x: Person
    var o: Person
    var opponent: Person?
    var status: String
    var isMyTurn: Bool
    var isWin: Bool
    var at: String
    var atText: String

    init(_ record: GameRecord, club: Club, me: ID<Member>?) {
        let mine = record.mark(of: me)
        let moment = Moment(record.finishedAt ?? record.movedAt)
        path = "\(club.path)/games/\(record.id)"
        (x, o) = (record.x.person.person, record.o.person.person)
        opponent = mine.map { record.player($0.opponent).person.person }
        status = GameWords(record: record, mine: mine).listStatus
        isMyTurn = mine != nil && record.turn == mine
        isWin = mine != nil && record.winner == mine
        (at, atText) = (moment.iso, moment.text)
    }
}

struct Cell: ViewModel {
    var index: Int
    var isX: Bool
    var isO: Bool
    var canPlay: Bool
    var isWinning: Bool
    var isLast: Bool
    var label: String
}

struct BoardLine: ViewModel {
    var cells: [Cell]
}

struct Player: ViewModel {
    var person: Person
    var isMe: Bool
    var isTurn: Bool
    var isWinner: Bool
    var mark: String
    var wins: Int
    var draws: Int
    var losses: Int

    init(_ record: GameRecord, mark: TicTacToe.Mark, mine: TicTacToe.Mark?) {
        let player = record.player(mark)
        person = player.person.person
        isMe = mark == mine
        isTurn = record.turn == mark
        isWinner = record.winner == mark
        self.mark = GameWords.name(of: mark)
        (wins, draws, losses) = (player.wins, player.draws, player.losses)
    }
}

/// A game as one member sees it.
struct Game: ViewModel {
    var path: String
    var title: String
    var heading: String
    var status: String
    var detail: String
    /// Sentences, one a line.
    var announcement: String
    var ply: Int
    var rows: [BoardLine]
    var x: Player
    var o: Player
    var isMyTurn: Bool
    var isFinished: Bool
    var isWin: Bool
    var canResign: Bool
    /// Where to ask for the next game; nil while this one runs, or once the next is under way.
    var rematch: String?
    var rematchMember: String
    var opponent: String
    var number: String
    /// The opponent has asked for the next game: where to accept.
    var rematchAcceptance: String?
    var isRematchAsked: Bool
    var nextGame: String?
    var problem: String?
    var frame = ""

    init(_ record: GameRecord, sequel: Sequel?, visit: MemberVisit, problem: String? = nil) throws {
        let mine = record.mark(of: visit.me)
        let words = GameWords(record: record, mine: mine)
        path = "\(visit.club.path)/games/\(record.id)"
        title = "\(words.title) · \(visit.club.name)"
        heading = words.heading
        status = words.status
        detail = words.detail
        announcement = words.announcement
        ply = record.moves.count
        rows = try Self.rows(record, mine: mine)
        x = Player(record, mark: .x, mine: mine)
        o = Player(record, mark: .o, mine: mine)
        isMyTurn = mine != nil && record.turn == mine
        isFinished = record.isFinished
        isWin = mine != nil && record.winner == mine
        canResign = mine != nil && !record.isFinished
        let sequel = mine == nil ? nil : sequel
        nextGame = sequel?.game.map { "\(visit.club.path)/games/\($0)" }
        isRematchAsked = nextGame == nil && sequel?.challenge != nil && sequel?.challenger == visit.me
        rematchAcceptance =
            nextGame == nil && !isRematchAsked ? sequel?.challenge.map { "\(visit.club.path)/challenges/\($0)/acceptance" } : nil
        let isOpen = mine != nil && record.isFinished && nextGame == nil && sequel?.challenge == nil
        rematch = isOpen ? visit.club.path + "/challenges" : nil
        number = record.id.description
        opponent = words.opponent
        rematchMember = mine.map { record.player($0.opponent).person.id.description } ?? ""
        self.problem = problem
        if nextGame != nil { announcement += "\nThe next game has begun." }
        if rematchAcceptance != nil { announcement += "\n\(opponent) wants to play again." }
    }

    private static func rows(_ record: GameRecord, mine: TicTacToe.Mark?) throws -> [BoardLine] {
        let position = try record.position()
        var winning: Set<Int> = []
        if case .won(_, let cells) = position.outcome { winning = cells }
        let isMyTurn = mine != nil && record.turn == mine
        return (0..<TicTacToe.size).map { row in
            BoardLine(
                cells: (0..<TicTacToe.size).map { column in
                    cell(row * TicTacToe.size + column, position, record, winning: winning, isMyTurn: isMyTurn)
                })
        }
    }

    private static func cell(
        _ index: Int, _ position: TicTacToe, _ record: GameRecord, winning: Set<Int>, isMyTurn: Bool
    ) -> Cell {
        let mark = position.mark(at: index)
        let isLast = record.moves.last == index
        let place = GameWords.place(index)
        var label = place.prefix(1).uppercased() + place.dropFirst()
        if let mark {
            label += ", \(GameWords.name(of: mark)), \(record.player(mark).person.displayName)"
            if isLast { label += ", last move" }
            if winning.contains(index) { label += ", winning row" }
        } else {
            label += ", empty"
        }
        return Cell(
            index: index, isX: mark == .x, isO: mark == .o, canPlay: isMyTurn && mark == nil,
            isWinning: winning.contains(index), isLast: isLast, label: label)
    }
}

struct Line: ViewModel {
    var id: String
    var person: Person
    var isMine: Bool
    var text: String
    var sentAt: String
    var sentText: String

    init(_ record: LineRecord, me: ID<Member>) {
        let sent = Moment(record.sentAt)
        id = record.id.description
        person = record.author.person
        isMine = record.author.id == me
        text = record.text
        (sentAt, sentText) = (sent.iso, sent.text)
    }
}

/// The talk beside a board.
struct Chat: ViewModel {
    var lines: [Line]
    var isEmpty: Bool
    var action: String
    var nonce: String
    var text = ""
    var problem: String?

    init(_ lines: [LineRecord], path: String, visit: MemberVisit) {
        self.lines = lines.map { Line($0, me: visit.me) }
        isEmpty = lines.isEmpty
        action = path + "/lines"
        nonce = RandomText.make(bytes: 12)
    }
}

struct GamePage: Page {
    static let template = "games/game"
    var layout: Layout
    var game: Game
    var chat: Chat
    var lobbyPath: String
    var etag: String
}

struct GameLive: Page {
    static let template = "games/live"
    var layout: Layout
    var game: Game
    var chat: Chat
}

struct BoardFrame: Page {
    static let template = "games/board"
    var layout: Layout
    var game: Game
    /// nil: the answer's address is not the frame's own, so a header says what to load.
    var refreshSeconds: Int?
}

struct LinesFrame: Page {
    static let template = "games/lines"
    var layout: Layout
    var chat: Chat
    var refreshSeconds: Int?
}

struct ResignPage: Page {
    static let template = "games/resign"
    var layout: Layout
    var path: String
    var opponent: Person
}
