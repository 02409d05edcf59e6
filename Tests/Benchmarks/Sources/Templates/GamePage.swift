import HTMLTemplates

// The site's game page with a running game and 20 messages. The properties are named like those of the site's view models, because
// the template is the site's own. `TemplateStore.check` compares the two before the page is rendered.

struct Assets: ViewModel {
    var stylesheet = "/assets/main-0123456789ab.css"
    var noscript = "/assets/noscript-0123456789ab.css"
    var script = "/assets/main-0123456789ab.js"
    var sprite = "/assets/icons-0123456789ab.svg"
    var favicon = "/assets/favicon-0123456789ab.svg"
    var faviconNews = "/assets/favicon-news-0123456789ab.svg"
}

struct AssetPair: ViewModel {
    var stylesheet = "/assets/features-0123456789ab.css"
    var script = "/assets/features-0123456789ab.js"
}

struct Person: ViewModel {
    var name: String
    var handle: String
    var initials: String
    var hue: Int
    var picture: String?

    static let ana = Person(name: "Ana Kovač", handle: "ana", initials: "AK", hue: 105)
    static let ben = Person(name: "Ben Okafor", handle: "ben", initials: "BO", hue: 210)
}

struct ClubHead: ViewModel {
    var name = "Shoreline Club"
    var path = "/c/shoreline"
}

struct NavigationItem: ViewModel {
    var label: String
    var href: String
    var icon: String
    var isCurrent = false
    var isWithin = false
    var count: String?
    var counter: String?
    var countWord = "new"
    var isMore = false
    var isFirstOfMore = false
}

struct Layout: ViewModel {
    var assets = Assets()
    var hue = 195
    var csrf = "q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c"
    var viewer: Person? = .ana
    var club: ClubHead? = ClubHead()
    var navigation = [
        NavigationItem(label: "Play", href: "/c/shoreline/lobby", icon: "play"),
        NavigationItem(label: "Photos", href: "/c/shoreline/photos", icon: "photo"),
        NavigationItem(
            label: "Messages", href: "/c/shoreline/messages", icon: "message", count: "2", counter: "count-message", countWord: "unread"),
        NavigationItem(label: "Members", href: "/c/shoreline/members", icon: "members"),
        NavigationItem(label: "Me", href: "/account", icon: "account"),
    ]
    var path = "/c/shoreline/games/42"
    var features: AssetPair? = AssetPair()
    var displayPreferences: DisplayPreferencesView? = DisplayPreferencesView()
    var timeZone: String?
    var deviceZone: String? = "Europe/Berlin"
    var isSignedOut = false
    var fullStorage: [String] = []
    var notices: Bell? = Bell()
    var live: String? = "/c/shoreline/live"
}

struct DisplayPreferencesView: ViewModel {
    var scheme: String?
    var text: String?
    var targets: String?
    var contrast: String?
    var motion: String?
    var hand: String?
    var sounds: String?
    var vibration: String?
}

struct Bell: ViewModel {
    var path = "/c/shoreline/notices"
    var count: String? = "3"
    var label = "Notices, 3 new"
    var messages: String? = "2"
}

struct PictureView: ViewModel {
    var path: String
    var description: String
    var width: Int
    var height: Int
}

struct Cell: ViewModel {
    var index: Int
    var isX = false
    var isO = false
    var canPlay = false
    var isWinning = false
    var isLast = false
    var label: String
}

struct BoardLine: ViewModel {
    var number: Int
    var cells: [Cell]
}

struct Board: ViewModel {
    var size = 3
    var variant = "3x3"
    var isSmall = true
    var rows: [BoardLine]
}

struct OfferView: ViewModel {
    var canMake = false
    var isMade = false
    var canAccept = false
    var isDeclined = false
}

struct Absence: ViewModel {
    var rule: String? = "A player who leaves the club for two minutes on their turn can lose the game."
    var secondsLeft: Int?
    var canClaim = false
    var ownLimit: Int? = 70
}

struct StatusLine: ViewModel {
    var text = "Your turn"
    var href = "#status"
    var isUrgent = true
    var acceptance: String?
}

struct MachineRematch: ViewModel {
    var action: String
    var variant: String
    var strength: String
    var starts: String
}

struct Rematch: ViewModel {
    var action: String?
    var member = "2"
    var game = "42"
    var acceptance: String?
    var withdrawal: String?
    var nextGame: String?
    var begun: String?
    var machine: MachineRematch?
}

struct MoveLink: ViewModel {
    var name: String
    var label: String
    var path: String
    var isShown: Bool
}

struct History: ViewModel {
    var sentence: String
    var moves: [MoveLink]
    var first: String?
    var previous: String?
    var next: String?
    var last: String?
}

struct Player: ViewModel {
    var person: Person
    var isMe: Bool
    var isTurn: Bool
    var isWinner = false
    var mark: String
    var wins = 12
    var draws = 3
    var losses = 7
    var rating: Int? = 1588
    var isPrivate = false
}

struct Game: ViewModel {
    var path = "/c/shoreline/games/42"
    var title = "Your turn against Ben Okafor · Shoreline Club"
    var heading = "Game with Ben Okafor"
    var status = "Your turn"
    var detail = "You play crosses. Tap an empty square."
    var announcement = "Ben Okafor plays top left.\nYour turn."
    var ply = 4
    var board: Board
    var x = Player(person: .ana, isMe: true, isTurn: true, mark: "crosses")
    var o = Player(person: .ben, isMe: false, isTurn: false, mark: "noughts")
    var isMyTurn = true
    var isFinished = false
    var isWin = false
    var isRated = true
    var canResign = true
    var match: String?
    var draw = OfferView()
    var takeback = OfferView()
    var absence = Absence()
    var isBegun = true
    var movesPath: String? = "/c/shoreline/games/42?ply=4"
    var history: History?
    var rematch = Rematch()
    var opponent = "Ben Okafor"
    var problem: String?
    var frame = ""
    var statusLine: StatusLine? = StatusLine()
}

struct LinkedText: ViewModel {
    var text: String
    var href: String?
}

struct Moment: ViewModel {
    var iso = "2026-11-21T10:15:00Z"
    var text = "21 Nov 2026, 10:15 UTC"
}

struct ChatMessage: ViewModel {
    var id: String
    var person: Person
    var isMine: Bool
    var text: String
    var parts: [LinkedText] = []
    var sent = Moment()
    var isRemoved = false
    var canRemove: Bool
    var canRestore = false
    var canReport: Bool
    var picture: PictureView?
    var card: CardView?
    var isPictureGone = false
}

struct CardView: ViewModel {
    var path: String
    var name: String
    var words: String
}

struct Chat: ViewModel {
    var title = "Chat"
    var invitation = "No messages yet. A hello is a good opening move."
    var path = "/c/shoreline/games/42"
    var messages: [ChatMessage]
    var isEmpty = false
    var older: String?
    var action = "/c/shoreline/games/42/messages"
    var idempotencyKey = "m4k7s9d2f5g8h1j3"
    var text = ""
    var maxLength = 500
    var problem: String?
    var closed: String?
    var isLive = true
    var announcement = "20|Ben Okafor writes: This is line 20 of the talk beside the board 🎡, and it goes on for a while."
}

struct GamePage: Page {
    static let template = "games/game"
    var layout = Layout()
    var game: Game
    var chat: Chat
    var lobbyPath = "/c/shoreline/lobby"
    var fragmentTag = "1a2b3c-7.1234."

    static let sample = GamePage(game: Game(board: Board(rows: board)), chat: Chat(messages: messages))

    private static let board = (0..<3).map { row in
        BoardLine(
            number: row + 1,
            cells: (0..<3).map { column in
                let index = row * 3 + column
                let (isX, isO) = ([4, 8].contains(index), [0, 2].contains(index))
                return Cell(
                    index: index, isX: isX, isO: isO, canPlay: !isX && !isO, isLast: index == 2,
                    label: "Row \(row + 1) column \(column + 1), \(isX ? "cross, Ana Kovač" : isO ? "nought, Ben Okafor" : "empty")")
            })
    }

    private static let messages = (1...20).map { number in
        ChatMessage(
            id: "\(number)", person: number % 2 == 0 ? .ben : .ana, isMine: number % 2 == 1,
            text: "This is line \(number) of the talk beside the board 🎡, and it goes on for a while.",
            canRemove: number % 2 == 1, canReport: number % 2 == 0)
    }
}
