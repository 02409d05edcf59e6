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
    /// True if the member hides their results from the reader.
    var isPrivate: Bool
    /// Percentage of the possible points that the member has won. A draw is half a point.
    var ratio: Int
    /// The rating on the kind of board that the member has played most. Nil if they have not played yet.
    var rating: Int?
    var ratedOn: String?
    var isChallenged: Bool
    var challenges: String
    var form: String
}

/// Another member who has an open seek, a request for any opponent.
struct WaitingRow: ViewModel {
    var person: Person
    var board: String
    var join: String
}

struct ChallengeRow: ViewModel {
    var id: String
    var person: Person
    var acceptance: String
    var decline: String
    var withdrawal: String
    var sent: Moment
    var terms: String
    var words: String?
    /// When the invited member first saw the challenge. Nil if they have not seen it yet.
    var seen: Moment?
    var reason: String?
    var reasons: [Choice]

    init(_ challenge: Challenge, person: PersonRecord, lobby club: Club) {
        let path = "\(club.path)/challenges/\(challenge.id)"
        terms = ProposalText(proposal: challenge.proposal, isMine: person.id == challenge.to.id).terms
        words = challenge.proposal.words.isEmpty ? nil : challenge.proposal.words
        seen = challenge.seenAt.map(Moment.init)
        reason = challenge.reason?.label
        reasons = Challenge.Reason.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
        id = challenge.id.description
        self.person = person.person(in: club)
        acceptance = path + "/acceptance"
        decline = path + "/decline"
        withdrawal = path + "/withdrawal"
        sent = Moment(challenge.createdAt)
    }
}

struct Lobby: ViewModel {
    var title: String
    /// Sentences for screen readers, separated by line breaks.
    var announcement: String
    /// A game that has just started, and that the browser opens. Nil if no game has just started.
    var begun: StartedGame?
    var path: String
    var membersPath: String
    var online: [OnlineRow]
    var incoming: [ChallengeRow]
    var outgoing: [ChallengeRow]
    var declined: [ChallengeRow]
    var games: [GameRow]
    var finished: [GameRow]
    var watched: [GameRow]
    var hasWatched: Bool
    var invitation: String
    var isAlone: Bool
    var leaderboard: String
    var seeks: String
    var boards: [Choice]
    /// The name of the board on which the reader seeks any opponent. Nil if the reader has no open seek.
    var seek: String?
    var waiting: [WaitingRow]
    var hasWaiting: Bool
    /// Path for starting a game against the computer.
    var machine: String
    /// The number of open reports in words, for example "2 things were reported". Nil if there are none, or the reader is not an admin.
    var reports: String?
    var reportsPath: String
    var problem: String?
    var statusLine: StatusLine?
    /// True in the frame for browsers without JavaScript. The frame reloads itself, and each reload would close the sections that the
    /// reader has opened. So the frame has links in their place.
    var isFrame = false
}

struct LobbyPage: Page {
    static let template = "lobby/lobby"
    var layout: Layout
    var lobby: Lobby
    var chat: Chat
    var clubName: String
    var fragmentTag: String
}

/// The form for declining a challenge, for browsers without JavaScript.
struct DeclinePage: Page {
    static let template = "lobby/decline"
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
        let others = contents.people.waiting.filter { $0.person.id != me && !visit.hidden.contains($0.person.id) }
        waiting = others.map {
            WaitingRow(person: $0.person.person(in: club), board: $0.variant.name, join: "\(club.path)/seeks/\($0.id)/game")
        }
        hasWaiting = !waiting.isEmpty
        machine = club.path + "/games/new"
        leaderboard = club.path + RatingLeaderboard.path
        let challenged = Set(contents.outgoing.map(\.to.id))
        let visibleOnline = contents.people.online.filter { !visit.hidden.contains($0.person.id) }
        online = (visibleOnline.filter { $0.person.id == me } + visibleOnline.filter { $0.person.id != me }).map {
            Self.row($0, me: me, isChallenged: challenged.contains($0.person.id), club: club)
        }
        let visibleIncoming = contents.incoming.filter { !visit.hidden.contains($0.from.id) }
        incoming = visibleIncoming.map { ChallengeRow($0, person: $0.from, lobby: club) }
        outgoing = contents.outgoing.filter { !visit.hidden.contains($0.to.id) }.map { ChallengeRow($0, person: $0.to, lobby: club) }
        declined = contents.declined.filter { !visit.hidden.contains($0.to.id) }.map { ChallengeRow($0, person: $0.to, lobby: club) }
        games = contents.running.map { GameRow($0, club: club, me: me) }.sorted { $0.isMyTurn && !$1.isMyTurn }
        finished = contents.finished.map { GameRow($0, club: club, me: me) }
        watched = contents.people.games.filter { $0.mark(of: me) == nil && !visit.hides($0) }.prefix(Self.maxWatched)
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
                StartedGame(game: "\(club.path)/games/\(game.id)", opponent: game.player(mine.opponent).person.displayName)
            }
        }
        let seekSentences = others.map { "\($0.person.displayName) waits for a game on \($0.variant.name)." }
        announcement = (Self.announcements(contents, me: me) + seekSentences).joined(separator: "\n")
        statusLine = mostUrgentStatusLine
    }

    private var mostUrgentStatusLine: StatusLine {
        if let challenge = incoming.first {
            return StatusLine(
                text: "\(challenge.person.name) wants to play with you", href: "#incoming", isUrgent: true,
                acceptance: challenge.acceptance)
        }
        if let game = games.first(where: \.isMyTurn) {
            return StatusLine(text: "Your turn against \(game.opponent?.name ?? "")", href: game.path, isUrgent: true)
        }
        if let seek { return StatusLine(text: "You are waiting for anybody, \(seek)", href: "#play-now") }
        if let other = waiting.first { return StatusLine(text: "\(other.person.name) waits for a game", href: "#play-now") }
        let others = online.count - 1
        let sentence = others > 0 ? "\(others) \(others == 1 ? "other is" : "others are") here" : "Nobody else is here yet"
        return StatusLine(text: sentence, href: "#online")
    }

    private static let maxWatched = 10

    private static func row(_ member: OnlineMember, me: ID<Member>, isChallenged: Bool, club: Club) -> OnlineRow {
        OnlineRow(
            person: member.person.person(in: club), member: member.person.id.description, isMe: member.person.id == me, wins: member.wins,
            draws: member.draws, losses: member.losses, hasPlayed: member.wins + member.draws + member.losses > 0,
            isPrivate: member.isPrivate && member.person.id != me,
            ratio: Standing.ratio(wins: member.wins, draws: member.draws, losses: member.losses),
            rating: member.rating.map(LeaderboardCursor.shown), ratedOn: member.ratedOn?.name,
            isChallenged: isChallenged, challenges: club.path + "/challenges",
            form: "\(club.path)/challenges/new?member=\(member.person.id)")
    }

    /// One sentence for each event that concerns the member. The browser lets screen readers read only sentences that are new.
    private static func announcements(_ contents: LobbyContents, me: ID<Member>) -> [String] {
        let challenges = contents.incoming.map { "\($0.from.displayName) challenges you." }
        let declines = contents.declined.map { challenge in
            challenge.reason.map { "\(challenge.to.displayName) declines: \($0.label)." }
                ?? "\(challenge.to.displayName) cannot play now."
        }
        let games = contents.running.compactMap { game -> String? in
            guard let mine = game.mark(of: me) else { return nil }
            let opponent = game.player(mine.opponent).person.displayName
            if game.turn == mine { return "Your turn against \(opponent)." }
            return game.moves.isEmpty ? "Your game against \(opponent) has begun." : nil
        }
        return challenges + games + declines
    }
}

extension MemberVisit {
    fileprivate func hides(_ game: GameRecord) -> Bool { hidden.contains { $0 == game.x.person.id || $0 == game.o.person.id } }
}
