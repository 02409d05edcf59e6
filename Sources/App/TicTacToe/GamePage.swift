import GameRules
import HTMLTemplates

struct GameRow: ViewModel {
    var path: String
    var x: Person
    var o: Person
    var opponent: Person?
    /// The size of the board, for example "5 by 5". Nil for the small board.
    var board: String?
    var status: String
    var isMyTurn: Bool
    var isWin: Bool
    var at: Moment

    /// - Parameter me: the member who looks at the row. If it is nil, the row shows the game as a spectator sees it.
    init(_ record: GameRecord, club: Club, me: ID<Member>?, isForMembers: Bool = true) {
        let (mine, viewed) = (record.mark(of: me), isForMembers ? club : nil)
        path = "\(club.path)/games/\(record.id)"
        (x, o) = (record.x.person.person(in: viewed), record.o.person.person(in: viewed))
        opponent = mine.map { record.player($0.opponent).person.person(in: viewed) }
        board = record.variant == .three ? nil : record.variant.name
        status = GameText(record: record, mine: mine).listStatus
        isMyTurn = mine != nil && record.turn == mine
        isWin = mine != nil && record.winner == mine
        at = Moment(record.finishedAt ?? record.movedAt)
    }
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
    var rating: Int?
    var isPrivate: Bool

    init(_ record: GameRecord, mark: TicTacToe.Mark, mine: TicTacToe.Mark?, club: Club) {
        let player = record.player(mark)
        person = player.person.person(in: club)
        isMe = mark == mine
        isTurn = record.turn == mark
        isWinner = record.winner == mark
        self.mark = GameText.name(of: mark)
        (wins, draws, losses) = (player.wins, player.draws, player.losses)
        rating = player.rating.map(LeaderboardCursor.shown)
        isPrivate = player.isPrivate && !isMe
    }
}

struct GamePage: Page {
    static let template = "games/game"
    var layout: Layout
    var game: Game
    var chat: Chat
    var lobbyPath: String
    var fragmentTag: String
}

struct GameLive: Page {
    static let template = "games/live"
    var layout: Layout
    var game: Game
}

struct BoardFrame: Page {
    static let template = "games/board"
    var layout: Layout
    var game: Game
    /// The number of seconds after which the browser loads the frame again. Nil if the `Refresh` header of the response does this, because
    /// the response has another URL than the frame.
    var refreshSeconds: Int?
}

struct ResignPage: Page {
    static let template = "games/resign"
    var layout: Layout
    var path: String
    var opponent: Person
    var isBegun: Bool
}
