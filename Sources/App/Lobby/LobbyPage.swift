import GameRules
import HTMLTemplates

struct OnlineRow: ViewModel {
    var person: Person
    var member: String
    var isMe: Bool
    var wins: Int
    var draws: Int
    var losses: Int
    var hasPlayed: Bool
    /// Keeps the record to themselves.
    var isPrivate: Bool
    /// Of the points there were to win, in percent.
    var ratio: Int
    /// On the kind of board that they have played most; nil: none yet.
    var rating: Int?
    var ratedOn: String?
    var isChallenged: Bool
    var challenges: String
    /// Where to choose what to play.
    var form: String
}

/// Somebody who would play anybody.
struct WaitingRow: ViewModel {
    var person: Person
    var board: String
    /// Where to play them.
    var join: String
}

struct ChallengeRow: ViewModel {
    var id: String
    var person: Person
    var acceptance: String
    var refusal: String
    var withdrawal: String
    var sent: Moment
    /// What is to be played.
    var terms: String
    var words: String?
    /// When it was seen; nil: not yet.
    var seen: Moment?
    /// Why it was refused, in words.
    var reason: String?
    var reasons: [Choice]

    init(_ challenge: Challenge, person: PersonRecord, lobby club: Club) {
        let path = "\(club.path)/challenges/\(challenge.id)"
        terms = ProposalWords(proposal: challenge.proposal, isMine: person.id == challenge.to.id).terms
        words = challenge.proposal.words.isEmpty ? nil : challenge.proposal.words
        seen = challenge.seenAt.map(Moment.init)
        reason = challenge.reason?.words
        reasons = Challenge.Reason.allCases.map { Choice(value: $0.rawValue, label: $0.words) }
        id = challenge.id.description
        self.person = person.person(in: club)
        acceptance = path + "/acceptance"
        refusal = path + "/refusal"
        withdrawal = path + "/withdrawal"
        sent = Moment(challenge.createdAt)
    }
}

struct Lobby: ViewModel {
    var title: String
    /// Sentences, one a line.
    var announcement: String
    /// A game that has just begun, to which whoever looks is taken; nil: there is none.
    var begun: BegunGame?
    var path: String
    var membersPath: String
    var online: [OnlineRow]
    var incoming: [ChallengeRow]
    var outgoing: [ChallengeRow]
    var refused: [ChallengeRow]
    var games: [GameRow]
    var finished: [GameRow]
    var watched: [GameRow]
    var hasWatched: Bool
    var invitation: String
    var isAlone: Bool
    var leaderboard: String
    /// Where one asks to be paired with anybody.
    var seeks: String
    var boards: [Choice]
    /// The board on which I wait for anybody.
    var seek: String?
    /// Others who wait.
    var waiting: [WaitingRow]
    var hasWaiting: Bool
    /// Where a game against the machine is started.
    var machine: String
    /// "2 things were reported"; nil: none, or not for me to see.
    var reports: String?
    var reportsPath: String
    var problem: String?
    var glance: Glance?
    /// Shown in a frame that loads itself again, so nothing can be folded out there.
    var isFrame = false
}

struct LobbyPage: Page {
    static let template = "lobby/lobby"
    var layout: Layout
    var lobby: Lobby
    var chat: Chat
    var clubName: String
    var etag: String
}

/// Where a challenge is declined, without JavaScript.
struct RefusalPage: Page {
    static let template = "lobby/refusal"
    var layout: Layout
    var challenge: ChallengeRow
    var lobbyPath: String
}

struct LobbyLive: Page {
    static let template = "lobby/live"
    var layout: Layout
    var lobby: Lobby
}

struct LobbyFrame: Page {
    static let template = "lobby/frame"
    var layout: Layout
    var lobby: Lobby
    var refreshSeconds: Int?
}

extension Lobby {
    init(_ contents: LobbyContents, visit: MemberVisit, problem: String? = nil) {
        let (club, me) = (visit.club, visit.me)
        self.problem = problem
        reports = contents.reports > 0 ? "\(contents.reports) \(contents.reports == 1 ? "thing was" : "things were") reported" : nil
        reportsPath = club.path + "/reports"
        path = club.path + "/lobby"
        membersPath = club.path + "/members"
        seeks = club.path + "/seeks"
        boards = Choice.boards(chosen: contents.seek?.variant ?? .three)
        seek = contents.seek?.variant.name
        let others = contents.company.waiting.filter { $0.person.id != me && !visit.hidden.contains($0.person.id) }
        waiting = others.map {
            WaitingRow(person: $0.person.person(in: club), board: $0.variant.name, join: "\(club.path)/seeks/\($0.id)/game")
        }
        hasWaiting = !waiting.isEmpty
        machine = club.path + "/games/new"
        leaderboard = club.path + RatingLeaderboard.path
        let challenged = Set(contents.outgoing.map(\.to.id))
        let seen = contents.company.online.filter { !visit.hidden.contains($0.person.id) }
        online = (seen.filter { $0.person.id == me } + seen.filter { $0.person.id != me }).map {
            Self.row($0, me: me, isChallenged: challenged.contains($0.person.id), club: club)
        }
        let asked = contents.incoming.filter { !visit.hidden.contains($0.from.id) }
        incoming = asked.map { ChallengeRow($0, person: $0.from, lobby: club) }
        outgoing = contents.outgoing.filter { !visit.hidden.contains($0.to.id) }.map { ChallengeRow($0, person: $0.to, lobby: club) }
        refused = contents.refused.filter { !visit.hidden.contains($0.to.id) }.map { ChallengeRow($0, person: $0.to, lobby: club) }
        games = contents.running.map { GameRow($0, club: club, me: me) }.sorted { $0.isMyTurn && !$1.isMyTurn }
        finished = contents.finished.map { GameRow($0, club: club, me: me) }
        watched = contents.company.games.filter { $0.mark(of: me) == nil && !visit.hides($0) }.prefix(Self.shownWatched)
            .map { GameRow($0, club: club, me: me) }
        hasWatched = !watched.isEmpty
        invitation = contents.invitation.map { visit.visit.invitationLink($0.code, playCode: $0.playCode) } ?? ""
        isAlone = !online.contains { !$0.isMe }
        let turns = games.count(where: \.isMyTurn)
        let waiting = turns + incoming.count
        let news = turns > 0 ? "Your turn · " : incoming.isEmpty ? "" : "A challenge · "
        title = (waiting > 0 ? "(\(waiting)) \(news)" : "") + "Lobby · \(club.name)"
        begun = contents.running.first { $0.hasJustBegun }.flatMap { game in
            game.mark(of: me).map { mine in
                BegunGame(game: "\(club.path)/games/\(game.id)", opponent: game.player(mine.opponent).person.displayName)
            }
        }
        let waits = others.map { "\($0.person.displayName) waits for a game on \($0.variant.name)." }
        announcement = (Self.news(contents, me: me) + waits).joined(separator: "\n")
        glance = firstThing
    }

    /// What is to be done first.
    private var firstThing: Glance {
        if let challenge = incoming.first {
            return Glance(
                words: "\(challenge.person.name) wants to play you", href: "#incoming", isUrgent: true, acceptance: challenge.acceptance)
        }
        if let game = games.first(where: \.isMyTurn) {
            return Glance(words: "Your turn against \(game.opponent?.name ?? "")", href: game.path, isUrgent: true)
        }
        if let seek { return Glance(words: "You wait for anybody, \(seek)", href: "#play-now") }
        if let other = waiting.first { return Glance(words: "\(other.person.name) waits for a game", href: "#play-now") }
        let others = online.count - 1
        let company = others > 0 ? "\(others) \(others == 1 ? "other is" : "others are") here" : "Nobody else is here yet"
        return Glance(words: company, href: "#online")
    }

    private static let shownWatched = 10

    private static func row(_ member: OnlineMember, me: ID<Member>, isChallenged: Bool, club: Club) -> OnlineRow {
        OnlineRow(
            person: member.person.person(in: club), member: member.person.id.description, isMe: member.person.id == me, wins: member.wins,
            draws: member.draws, losses: member.losses, hasPlayed: member.wins + member.draws + member.losses > 0,
            isPrivate: member.isPrivate && member.person.id != me,
            ratio: Standing.ratio(wins: member.wins, draws: member.draws, losses: member.losses),
            rating: member.rating.map(LeaderboardPlace.shown), ratedOn: member.ratedOn?.name,
            isChallenged: isChallenged, challenges: club.path + "/challenges",
            form: "\(club.path)/challenges/new?member=\(member.person.id)")
    }

    /// One sentence for each thing that a member would want to hear of; the page says those that were not there before.
    private static func news(_ contents: LobbyContents, me: ID<Member>) -> [String] {
        let challenges = contents.incoming.map { "\($0.from.displayName) challenges you." }
        let refusals = contents.refused.map { challenge in
            challenge.reason.map { "\(challenge.to.displayName) declines: \($0.words)." }
                ?? "\(challenge.to.displayName) cannot play just now."
        }
        let games = contents.running.compactMap { game -> String? in
            guard let mine = game.mark(of: me) else { return nil }
            let opponent = game.player(mine.opponent).person.displayName
            if game.turn == mine { return "Your turn against \(opponent)." }
            return game.moves.isEmpty ? "Your game against \(opponent) has begun." : nil
        }
        return challenges + games + refusals
    }
}

extension MemberVisit {
    /// Whether one of the players is hidden from me.
    fileprivate func hides(_ game: GameRecord) -> Bool { hidden.contains { $0 == game.x.person.id || $0 == game.o.person.id } }
}
