import GameRules
import HTMLTemplates

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
    var board: Board
    var x: Player
    var o: Player
    var isMyTurn: Bool
    var isFinished: Bool
    var isWin: Bool
    /// Whether it counts for its players' records.
    var isRated: Bool
    var canResign: Bool
    /// How the match stands; nil: it is a single game.
    var match: String?
    var draw: DrawOffer
    var canClaim: Bool
    /// Both have moved: to resign, or to be claimed against, costs the game. Before it is called off.
    var isBegun: Bool
    /// Where its moves can be looked at one by one; nil before the first.
    var movesPath: String?
    /// The position of the past that is shown; nil: the present one.
    var history: History?
    var rematch: Rematch
    var opponent: String
    var problem: String?
    var frame = ""

    init(
        _ record: GameRecord, _ matchState: MatchState, sequel: Sequel?, shownPly: Int? = nil, visit: MemberVisit, problem: String? = nil
    ) throws {
        let mine = record.mark(of: visit.me)
        let words = GameWords(record: record, mine: mine)
        path = "\(visit.club.path)/games/\(record.id)"
        title = "\(words.title) · \(visit.club.name)"
        (heading, status, detail, announcement) = (words.heading, words.status, words.detail, words.announcement)
        ply = record.moves.count
        guard (0...ply).contains(shownPly ?? ply) else { throw Problem.notFound }
        board = try Board(record, at: shownPly ?? ply, mine: shownPly == nil ? mine : nil)
        history = shownPly.map { [path] in History(record, at: $0, path: path) }
        movesPath = ply > 0 ? "\(path)?ply=\(ply)" : nil
        x = Player(record, mark: .x, mine: mine, club: visit.club)
        o = Player(record, mark: .o, mine: mine, club: visit.club)
        isMyTurn = mine != nil && record.turn == mine
        isFinished = record.isFinished
        isWin = mine != nil && record.winner == mine
        isRated = record.machine == nil
        canResign = mine != nil && !record.isFinished
        match = MatchWords(matchState: matchState, record: record, mine: mine).sentence
        draw = DrawOffer(record, matchState, mine: mine)
        canClaim = mine.map { record.turn == $0.opponent && matchState.isAway($0.opponent) && record.machine == nil } ?? false
        isBegun = record.isBegun
        opponent = words.opponent
        rematch = Rematch(record, sequel, visit: visit)
        self.problem = problem
        announcement += [
            draw.news(opponent), canClaim ? "\(opponent) is away. You may \(isBegun ? "claim the win" : "call the game off")." : nil,
            rematch.news(opponent),
        ]
        .compactMap { $0.map { "\n" + $0 } }.joined()
    }
}

/// What there is to say and do about a draw by agreement.
struct DrawOffer: ViewModel {
    var canOffer = false
    var isOffered = false
    /// The opponent has offered one.
    var canAccept = false

    init(_ record: GameRecord, _ matchState: MatchState, mine: TicTacToe.Mark?) {
        guard let mine, !record.isFinished, record.allowsDraws, record.isBegun else { return }
        canOffer = matchState.drawOffer == nil
        isOffered = matchState.drawOffer == mine.stored
        canAccept = matchState.drawOffer == mine.opponent.stored
    }

    func news(_ opponent: String) -> String? { canAccept ? "\(opponent) offers a draw." : nil }
}

/// What follows a finished game between its two players.
struct Rematch: ViewModel {
    /// Where to ask for the next game; nil while one runs, or is asked for.
    var action: String?
    var member: String
    var game: String
    /// The opponent has asked for the next game: where to accept.
    var acceptance: String?
    var isAsked = false
    /// Where the next game is played.
    var nextGame: String?
    /// The same, where it has been accepted and has just begun.
    var begun: String?
    /// The same again, with sides swapped, against the machine.
    var machine: MachineRematch?

    struct MachineRematch: ViewModel {
        var action: String
        var variant: String
        var strength: String
        var starts: String
    }

    init(_ record: GameRecord, _ sequel: Sequel?, visit: MemberVisit) {
        let (club, me) = (visit.club, visit.me)
        let mine = record.mark(of: me)
        member = mine.map { record.player($0.opponent).person.id.description } ?? ""
        game = record.id.description
        guard let mine, record.isFinished, !visit.hidden.contains(record.player(mine.opponent).person.id) else { return }
        if let strength = record.machine {
            machine = MachineRematch(
                action: club.path + "/games", variant: record.variant.rawValue, strength: strength, starts: mine == .x ? "to" : "from")
            return
        }
        nextGame = sequel?.game.map { "\(club.path)/games/\($0)" }
        begun = sequel?.isSameMatch == true ? nil : nextGame
        guard nextGame == nil else { return }
        guard let challenge = sequel?.challenge else {
            action = club.path + "/challenges"
            return
        }
        isAsked = sequel?.challenger == me
        acceptance = isAsked ? nil : "\(club.path)/challenges/\(challenge)/acceptance"
    }

    func news(_ opponent: String) -> String? {
        if nextGame != nil { return "The next game has begun." }
        return acceptance != nil ? "\(opponent) wants to play again." : nil
    }
}

/// What is said of a match of several games.
struct MatchWords {
    let matchState: MatchState
    let record: GameRecord
    let mine: TicTacToe.Mark?

    /// "Game 2 of 3, you lead 1 to 0"; nil for a single game.
    var sentence: String? {
        guard matchState.bestOf > 1 else { return nil }
        return "Game \(matchState.round) of \(matchState.bestOf), \(standing)"
    }

    private var standing: String {
        let (x, o) = (matchState.wonByX, matchState.wonByO)
        guard x != o else { return "\(x) all" }
        let leader: TicTacToe.Mark = x > o ? .x : .o
        let isDecided = record.isFinished && (2 * max(x, o) > matchState.bestOf || matchState.round == matchState.bestOf)
        let (name, suffix) = leader == mine ? ("you", "") : (record.player(leader).person.displayName, "s")
        return "\(name) \(isDecided ? "won" : "lead" + suffix) \(max(x, o)) to \(min(x, o))"
    }
}
