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
    var draw: OfferView
    var takeback: OfferView
    var absence: Absence
    /// Both have moved: to resign costs the game. Before it is called off.
    var isBegun: Bool
    /// Where its moves can be looked at one by one; nil before the first.
    var movesPath: String?
    /// The position of the past that is shown; nil: the present one.
    var history: History?
    var rematch: Rematch
    var opponent: String
    var problem: String?
    var frame = ""
    var glance: Glance?

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
        let isOpen = mine != nil && !record.isFinished
        draw = OfferView(.draw, matchState.offer, mine: isOpen && record.allowsDraws && record.isBegun ? mine : nil)
        takeback = OfferView(.takeback, matchState.offer, mine: isOpen ? mine : nil)
        takeback.canMake = takeback.canMake && record.canTakeBack(mine)
        absence = Absence(record, matchState, mine: mine)
        isBegun = record.isBegun
        opponent = words.opponent
        rematch = Rematch(record, sequel, visit: visit)
        self.problem = problem
        announcement += [
            draw.news("offers a draw", "declined the draw", opponent),
            takeback.news("asks to take back the last move", "does not let you take that back", opponent),
            absence.canClaim ? "\(opponent) is away. You may claim the win." : nil, rematch.news(opponent),
        ]
        .compactMap { $0.map { "\n" + $0 } }.joined()
        glance = Glance(self)
    }
}

/// What there is to say and do about one kind of offer.
struct OfferView: ViewModel {
    var canMake = false
    /// The player has made it, and waits.
    var isMade = false
    /// The opponent has made it.
    var canAccept = false
    /// The opponent has said no to the player's.
    var isDeclined = false

    /// - Parameter mine: nil: whoever looks has nothing to offer.
    init(_ kind: Offer.Kind, _ offer: Offer?, mine: TicTacToe.Mark?) {
        guard let mine else { return }
        canMake = offer.map(\.isDeclined) ?? true
        isMade = offer?.isOpen(kind, by: mine) ?? false
        canAccept = offer?.isOpen(kind, by: mine.opponent) ?? false
        isDeclined = offer == Offer(kind: kind, by: mine, isDeclined: true)
        // Once is asking, twice is begging; the next move makes it another question.
        if isDeclined { canMake = false }
    }

    func news(_ made: String, _ declined: String, _ opponent: String) -> String? {
        canAccept ? "\(opponent) \(made)." : isDeclined ? "\(opponent) \(declined)." : nil
    }
}

/// What it means to leave the board.
struct Absence: ViewModel {
    /// Seconds after which whoever is away on their turn may lose by it, and after which both are told that the time runs.
    static let limit = 120, notice = 60
    /// Seconds that somebody may have been silent before their browser knows that its line is gone: a hold, and as long again until
    /// `Presence` writes down that they are here.
    private static let unnoticed = 50
    /// What counts in this game, for its players; nil: nobody can leave it, as it has hardly begun, or ended, or is against the machine.
    var rule: String?
    /// The opponent is away on their turn: seconds until the win may be claimed.
    var secondsLeft: Int?
    var canClaim = false
    /// It is the player's own turn: so many seconds after their line has gone the opponent may claim the win, at the earliest.
    var ownLimit: Int?

    init(_ record: GameRecord, _ matchState: MatchState, mine: TicTacToe.Mark?) {
        guard let mine, let turn = record.turn, record.machine == nil, record.isBegun else { return }
        guard matchState.isLive else {
            rule = "No hurry: you were not both here when it began, so nobody loses by being away for less than a week."
            return
        }
        rule = "Whoever is gone from the club for two minutes on their turn may lose by it."
        guard turn == mine.opponent else {
            ownLimit = Self.limit - Self.unnoticed
            return
        }
        let silence = matchState.silence(of: turn)
        canClaim = silence >= Self.limit
        secondsLeft = silence >= Self.notice && !canClaim ? Self.limit - silence : nil
    }
}

/// What follows a finished game between its two players.
struct Rematch: ViewModel {
    /// Where to ask for the next game; nil while one runs, or is asked for.
    var action: String?
    var member: String
    var game: String
    /// The opponent has asked for the next game: where to accept.
    var acceptance: String?
    /// The member has asked for the next game: where to think better of it.
    var withdrawal: String?
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
        let path = "\(club.path)/challenges/\(challenge)"
        if sequel?.challenger == me { withdrawal = path + "/withdrawal" } else { acceptance = path + "/acceptance" }
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
