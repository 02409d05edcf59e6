import Calendar
import HTMLTemplates
import Postgres

/// The visitor's evenings. The list is divided into pages in the order in which the evenings were planned. Each page is sorted by date, the
/// latest evening first.
struct EveningsPage: Page {
    static let template = "library/evenings"
    var layout: Layout
    var clubName: String
    var together: String
    var evenings: [EveningRow]
    var isEmpty: Bool
    var pager: Pager

    init(_ slice: Slice<ListedEvening, Evening>, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        together = visit.club.path + "/library/together"
        evenings = slice.rows.sorted { $0.evening.startsAt > $1.evening.startsAt }.map { EveningRow($0, visit: visit) }
        isEmpty = evenings.isEmpty
        pager = slice.pager(at: visit.club.path + "/library/evenings") { $0.evening.id }
    }
}

struct EveningRow: ViewModel {
    var path: String
    /// The name of the chosen game, or a text such as "A vote on what you play" if no game is chosen yet.
    var game: String
    var startsAt: Moment
    var host: Person
    /// True if another member is the host.
    var isInvited: Bool
    var state: String?

    init(_ listed: ListedEvening, visit: MemberVisit) {
        let (evening, club) = (listed.evening, visit.club)
        path = Evening.path(of: evening.id, in: club)
        isInvited = evening.host.id != visit.me
        game = listed.game ?? (evening.isVotingClosed ? "An evening of games" : "A vote on what you play")
        (startsAt, host) = (Moment(evening.startsAt), evening.host.person(in: club))
        switch (evening.isCalledOff, evening.answer) {
        case (true, _): state = "cancelled"
        case (_, .yes): state = "you are coming"
        case (_, .maybe): state = "you answered “maybe”"
        case (_, .no): state = "you cannot come"
        case (_, nil): state = "you have not answered"
        }
    }
}

struct PlanPage: Page {
    static let template = "library/plan"
    var layout: Layout
    var clubName: String
    var back: String
    var action: String
    /// The names of the players, for example "you, Ben and Carmen".
    var playerNames: String
    /// The handles of the other players, separated by commas.
    var with: String
    var games: [PlanVideoGame]
    var hasGames: Bool
    var day: String
    var firstDay: String
    var lastDay: String
    var time: String
    var zone: String
    var times: [Choice]
    var note: String
    /// An error message that belongs to no field.
    var problem: String?
    var withProblem, gamesProblem, dayProblem, timeProblem, noteProblem: String?
    var problems: [FieldProblem]

    /// - Parameter proposed: the chosen games, and games that the group can play. A game may occur twice.
    init(_ form: EveningForm, _ people: [PersonRecord], _ proposed: [SharedVideoGame], today: CalendarDate, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        back = TogetherForm.path(with: form.handles, in: visit.club)
        action = visit.club.path + "/library/evenings"
        playerNames = (["you"] + people.map(\.displayName)).listed
        with = form.handles.joined(separator: ", ")
        let shared = proposed.reduce(into: [SharedVideoGame]()) { shared, game in
            if !shared.contains(where: { $0.id == game.id }) { shared.append(game) }
        }
        let chosen = shared.filter { form.games.contains($0.id) }
        let others = shared.filter { !form.games.contains($0.id) }
        games = (chosen + others).prefix(Self.gameLimit).map { PlanVideoGame($0, isChosen: form.games.contains($0.id), in: visit.club) }
        hasGames = !games.isEmpty
        (day, time) = form.fields
        (firstDay, lastDay) = (today.description, today.advanced(by: 365).description)
        (zone, note) = (visit.zone.replacing("_", with: " "), form.note)
        times = EveningForm.votingPeriods.map { Choice(value: "\($0)", label: $1, isChosen: $0 == form.votingHours) }
        (withProblem, gamesProblem) = (form.problems["with"], form.problems["games"])
        (dayProblem, timeProblem, noteProblem) = (form.problems["day"], form.problems["time"], form.problems["note"])
        problems = FieldProblem.list([
            "with": withProblem, "games": gamesProblem, "day": dayProblem, "time": timeProblem, "note": noteProblem,
        ])
    }

    private static let gameLimit = 30
}

struct PlanVideoGame: ViewModel {
    var id: String
    var name: String
    var details: String
    var cover: VideoGameCover
    var isChosen: Bool

    init(_ game: SharedVideoGame, isChosen: Bool, in club: Club) {
        let row = SharedVideoGameRow(game, players: 2, in: club)
        (id, name, details, cover, self.isChosen) = (game.id.description, row.name, row.details, row.cover, isChosen)
    }
}

struct EveningPage: Page {
    static let template = "library/evening"
    var layout: Layout
    var clubName: String
    var back: String
    var path: String
    var host: Person
    var isHost: Bool
    var startsAt: Moment
    var closesAt: Moment
    var note: String?
    var isCalledOff: Bool
    /// True if the evening is not called off and has not ended.
    var isOpen: Bool
    var isVoting: Bool
    var votes: [Choice]
    var answers: [Choice]
    var file: String
    var problem: String?
    var state: EveningState
    var live: String
    var fragmentTag = ""

    init(_ evening: Evening, _ state: EveningState, problem: String?, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        back = visit.club.path + "/library/evenings"
        path = Evening.path(of: evening.id, in: visit.club)
        (live, file) = (path + "/live", path + "/evening.ics")
        (host, isHost) = (evening.host.person(in: visit.club), evening.host.id == visit.me)
        (startsAt, closesAt) = (Moment(evening.startsAt), Moment(evening.closesAt))
        (note, isCalledOff) = (evening.note.isEmpty ? nil : evening.note, evening.isCalledOff)
        isOpen = !evening.isCalledOff && !evening.hasEnded
        isVoting = !evening.isVotingClosed
        votes = state.games.map {
            Choice(value: $0.id, label: $0.name, detail: $0.details, isChosen: evening.votes.contains(Int($0.id) ?? 0))
        }
        answers = Evening.Answer.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: evening.answer == $0) }
        (self.problem, self.state) = (problem, state)
    }
}

struct EveningLive: Page {
    static let template = "library/evening-live"
    var layout: Layout
    var state: EveningState
}

struct EveningState: ViewModel {
    /// The chosen game. Nil if no game is chosen yet.
    var chosen: EveningVideoGameRow?
    var chosenHeading: String
    var games: [EveningVideoGameRow]
    var hasVote: Bool
    /// The heading above the votes, for example "The vote so far".
    var heading: String
    var guests: [EveningGuestRow]
    /// The number of guests who come, for example "3 people". Nil if the evening is called off.
    var coming: String?
    /// The names of the invited members, for example "Ben and Carmen".
    var invited: String
    /// The title of the event in a calendar, for example "Deep Kitchen with Ben and Carmen".
    var summary: String

    init(_ evening: Evening, _ games: [EveningVideoGame], _ guests: [EveningGuest], visit: MemberVisit) {
        let club = visit.club
        // After the end of the vote, the first game is the result, even if the scheduled cleanup has not counted the votes yet.
        let first = games.first.flatMap { $0.isChosen || evening.isVotingClosed && !evening.isCalledOff ? $0 : nil }
        chosen = first.map { EveningVideoGameRow($0, guests: guests.count, in: club) }
        self.games = games.map { EveningVideoGameRow($0, guests: guests.count, in: club) }
        chosenHeading = evening.isCalledOff ? "You would have played" : "You will play"
        hasVote = games.count > 1
        heading = evening.isVotingClosed ? "Result of the vote" : "The vote so far"
        self.guests = guests.map { EveningGuestRow($0, in: club) }
        let count = guests.count { $0.answer == .yes }
        let others = guests.filter { $0.person.id != visit.me && $0.answer != .no }.map(\.person.displayName).listed
        summary = (first?.name ?? "An evening of games") + (others.isEmpty ? "" : " with \(others)")
        let asked = guests.filter { $0.person.id != evening.host.id }.map(\.person.displayName).listed
        invited = asked.isEmpty ? "them" : asked
        coming = evening.isCalledOff ? nil : count == 0 ? "nobody yet" : count == 1 ? "1 person" : "\(count) people"
    }
}

struct EveningVideoGameRow: ViewModel {
    var id: String
    var name: String
    var path: String
    /// The year and the platforms, for example "2017 · Switch".
    var details: String
    var cover: VideoGameCover
    /// The number of votes and of guests, for example "3 of 4".
    var votes: String
    var count: String
    var meterMaximum: String

    init(_ game: EveningVideoGame, guests: Int, in club: Club) {
        (id, name, path) = (game.id.description, game.name, VideoGame.path(of: game.id, in: club))
        details = VideoGameRow.details(game.released, game.platforms)
        cover = VideoGameCover(game.id, game.name, version: game.coverVersion, in: club)
        votes = game.votes == 0 ? "no votes yet" : "\(game.votes) of \(max(guests, game.votes))"
        (count, meterMaximum) = ("\(game.votes)", "\(max(guests, game.votes, 1))")
    }
}

struct EveningGuestRow: ViewModel {
    var person: Person
    var path: String
    /// The guest's answer, and whether the guest has voted, for example "is coming, and has voted".
    var status: String

    init(_ guest: EveningGuest, in club: Club) {
        person = guest.person.person(in: club)
        path = "\(club.path)/members/\(guest.person.handle)"
        status = (guest.answer?.thirdPersonLabel ?? "has not answered") + (guest.hasVoted ? ", and has voted" : "")
    }
}
