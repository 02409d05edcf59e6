import GameRules
import HTMLTemplates

struct Game: ViewModel {
    var path: String
    var title: String
    var heading: String
    var status: String
    var detail: String
    /// The sentences that screen readers announce, one on each line.
    var announcement: String
    var ply: Int
    var board: Board
    var x: Player
    var o: Player
    var isMyTurn: Bool
    var isFinished: Bool
    var isWin: Bool
    var isRated: Bool
    var canResign: Bool
    /// The state of the match in words. Nil if the game is not part of a match.
    var match: String?
    var draw: OfferView
    var takeback: OfferView
    var absence: Absence
    /// Whether both players have moved. If they have not, a resignation calls the game off.
    var isBegun: Bool
    /// The path of the page that shows the moves one by one. Nil before the first move.
    var movesPath: String?
    /// The past position that is shown. Nil if the current position is shown.
    var history: History?
    var rematch: Rematch
    var opponent: String
    var problem: String?
    var frame = ""
    var statusLine: StatusLine?

    init(
        _ record: GameRecord, _ matchState: MatchState, sequel: NextGame?, shownPly: Int? = nil, visit: MemberVisit, problem: String? = nil
    ) throws {
        let mine = record.mark(of: visit.me)
        let text = GameText(record: record, mine: mine)
        path = "\(visit.club.path)/games/\(record.id)"
        title = "\(text.title) · \(visit.club.name)"
        (heading, status, detail, announcement) = (text.heading, text.status, text.detail, text.announcement)
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
        match = MatchText(matchState: matchState, record: record, mine: mine).sentence
        let isOpen = mine != nil && !record.isFinished
        draw = OfferView(.draw, matchState.offer, mine: isOpen && record.allowsDraws && record.bothHaveMoved ? mine : nil)
        takeback = OfferView(.takeback, matchState.offer, mine: isOpen ? mine : nil)
        takeback.canMake = takeback.canMake && record.canTakeBack(mine)
        absence = Absence(record, matchState, mine: mine)
        isBegun = record.bothHaveMoved
        opponent = text.opponent
        rematch = Rematch(record, sequel, visit: visit)
        self.problem = problem
        announcement += [
            draw.announcement("offers a draw", "declined the draw", opponent),
            takeback.announcement("asks to take back the last move", "did not allow you to take the move back", opponent),
            absence.canClaim ? "\(opponent) is away. You may claim the win." : nil, rematch.announcement(opponent),
        ]
        .compactMap { $0.map { "\n" + $0 } }.joined()
        statusLine = StatusLine(self)
    }
}

struct OfferView: ViewModel {
    var canMake = false
    var isMade = false
    /// Whether the opponent has made the offer and waits for an answer.
    var canAccept = false
    var isDeclined = false

    /// - Parameter mine: the mark with which the viewer plays. If it is nil, the viewer cannot make or accept an offer.
    init(_ kind: Offer.Kind, _ offer: Offer?, mine: TicTacToe.Mark?) {
        guard let mine else { return }
        canMake = offer.map(\.isDeclined) ?? true
        isMade = offer?.isOpen(kind, by: mine) ?? false
        canAccept = offer?.isOpen(kind, by: mine.opponent) ?? false
        isDeclined = offer == Offer(kind: kind, by: mine, isDeclined: true)
        // The player cannot repeat a declined offer before the next move.
        if isDeclined { canMake = false }
    }

    func announcement(_ made: String, _ declined: String, _ opponent: String) -> String? {
        canAccept ? "\(opponent) \(made)." : isDeclined ? "\(opponent) \(declined)." : nil
    }
}

/// The rule for players who are away, and the time until an absent player can lose.
struct Absence: ViewModel {
    /// The numbers of seconds that a player is away on their own turn. After `limit` seconds the opponent can claim the win, and after
    /// `notice` seconds the opponent sees a countdown.
    static let limit = 120, notice = 60
    /// The maximum number of seconds for which a player already counts as away when the player's browser notices a lost connection. One
    /// half is the time between two updates by `Presence`. The other half is the length of a long poll, whose failure shows the browser
    /// that the connection is lost.
    private static let detectionDelay = 50
    /// The sentence for the players that says whether an absent player can lose this game. Nil for spectators, before both players have
    /// moved, after the end, and against the machine.
    var rule: String?
    /// The number of seconds until the viewer can claim the win. Nil if the opponent is not away, if it is the viewer's turn, or if the
    /// viewer can already claim the win.
    var secondsLeft: Int?
    var canClaim = false
    /// The number of seconds that the viewer has at least to come back after a lost connection, before the opponent can claim the win. Nil
    /// if it is not the viewer's turn.
    var ownLimit: Int?

    init(_ record: GameRecord, _ matchState: MatchState, mine: TicTacToe.Mark?) {
        guard let mine, let turn = record.turn, record.machine == nil, record.bothHaveMoved else { return }
        guard matchState.isLive else {
            rule = "Take your time. You were not both here at the start, so nobody loses for being away for less than a week."
            return
        }
        rule = "A player who leaves the club for two minutes on their turn can lose the game."
        guard turn == mine.opponent else {
            ownLimit = Self.limit - Self.detectionDelay
            return
        }
        let silence = matchState.silence(of: turn)
        canClaim = silence >= Self.limit
        secondsLeft = silence >= Self.notice && !canClaim ? Self.limit - silence : nil
    }
}

struct Rematch: ViewModel {
    /// The path of the action that asks for the next game. Nil if a player has already asked for it, or if the next game has started.
    var action: String?
    var member: String
    var game: String
    /// The path of the action that accepts the opponent's request for the next game. Nil if there is no such request.
    var acceptance: String?
    /// The path of the action that withdraws the member's own request for the next game. Nil if there is no such request.
    var withdrawal: String?
    var nextGame: String?
    /// The path of the next game, if a player asked for that game and the other player accepted. Nil if the next game belongs to the same
    /// match.
    var begun: String?
    /// The fields of the HTML form that starts another game against the machine, with crosses and noughts swapped.
    var machine: MachineRematch?

    struct MachineRematch: ViewModel {
        var action: String
        var variant: String
        var strength: String
        var starts: String
    }

    init(_ record: GameRecord, _ sequel: NextGame?, visit: MemberVisit) {
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

    func announcement(_ opponent: String) -> String? {
        if nextGame != nil { return "The next game has begun." }
        return acceptance != nil ? "\(opponent) wants to play again." : nil
    }
}

struct MatchText {
    let matchState: MatchState
    let record: GameRecord
    let mine: TicTacToe.Mark?

    /// The state of the match in words, for example "Game 2 of 3, you lead 1 to 0". Nil if the game is not part of a match.
    var sentence: String? {
        guard matchState.bestOf > 1 else { return nil }
        return "Game \(matchState.round) of \(matchState.bestOf), \(standing)"
    }

    private var standing: String {
        let (x, o) = (matchState.wonByX, matchState.wonByO)
        guard x != o else { return "\(x) to \(o)" }
        let leader: TicTacToe.Mark = x > o ? .x : .o
        let isDecided = record.isFinished && (2 * max(x, o) > matchState.bestOf || matchState.round == matchState.bestOf)
        let (name, suffix) = leader == mine ? ("you", "") : (record.player(leader).person.displayName, "s")
        return "\(name) \(isDecided ? "won" : "lead" + suffix) \(max(x, o)) to \(min(x, o))"
    }
}
