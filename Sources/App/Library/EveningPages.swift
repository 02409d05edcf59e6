import Calendar
import HTMLTemplates
import Postgres

/// Evenings of which a member is one: page by page those that were planned last, and on each the latest first.
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
    /// "Deep Kitchen", "Which game? You vote on it."
    var title: String
    var startsAt: Moment
    var host: Person
    /// It is not one's own.
    var isInvited: Bool
    /// "called off", "you come"; nil: nothing was said.
    var state: String?

    init(_ listed: ListedEvening, visit: MemberVisit) {
        let (evening, club) = (listed.evening, visit.club)
        path = Evening.path(of: evening.id, in: club)
        isInvited = evening.host.id != visit.me
        title = listed.title ?? (evening.isClosed ? "An evening of games" : "A vote on what you play")
        (startsAt, host) = (Moment(evening.startsAt), evening.host.person(in: club))
        switch (evening.isCalledOff, evening.answer) {
        case (true, _): state = "called off"
        case (_, .yes): state = "you come"
        case (_, .maybe): state = "perhaps you come"
        case (_, .no): state = "you cannot come"
        case (_, nil): state = "you have not answered"
        }
    }
}

/// Where an evening is planned.
struct PlanPage: Page {
    static let template = "library/plan"
    var layout: Layout
    var clubName: String
    var back: String
    var action: String
    /// "you, Ben and Carmen"
    var who: String
    /// Their user names.
    var with: String
    var titles: [PlanTitle]
    var hasTitles: Bool
    var day: String
    var first: String
    var last: String
    var time: String
    /// "Europe/Berlin"
    var zone: String
    var times: [Choice]
    var note: String
    /// What is wrong with none of the fields.
    var problem: String?
    var withProblem, titlesProblem, dayProblem, timeProblem, noteProblem: String?
    var problems: [FieldProblem]

    /// - Parameter proposed: what they could play, and what is chosen, the same maybe twice.
    init(_ form: EveningForm, _ people: [PersonRecord], _ proposed: [SharedTitle], today: CalendarDate, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        back = TogetherForm.path(with: form.handles, in: visit.club)
        action = visit.club.path + "/library/evenings"
        who = (["you"] + people.map(\.displayName)).listed
        with = form.handles.joined(separator: ", ")
        let shared = proposed.reduce(into: [SharedTitle]()) { shared, title in
            if !shared.contains(where: { $0.id == title.id }) { shared.append(title) }
        }
        let chosen = shared.filter { form.titles.contains($0.id) }
        let others = shared.filter { !form.titles.contains($0.id) }
        titles = (chosen + others).prefix(Self.offered).map { PlanTitle($0, isChosen: form.titles.contains($0.id), in: visit.club) }
        hasTitles = !titles.isEmpty
        (day, time) = form.fields
        (first, last) = (today.description, today.advanced(by: 365).description)
        (zone, note) = (visit.zone.replacing("_", with: " "), form.note)
        times = EveningForm.times.map { Choice(value: "\($0)", label: $1, isChosen: $0 == form.hours) }
        (withProblem, titlesProblem) = (form.problems["with"], form.problems["titles"])
        (dayProblem, timeProblem, noteProblem) = (form.problems["day"], form.problems["time"], form.problems["note"])
        problems = FieldProblem.list([
            "with": withProblem, "titles": titlesProblem, "day": dayProblem, "time": timeProblem, "note": noteProblem,
        ])
    }

    private static let offered = 30
}

struct PlanTitle: ViewModel {
    var id: String
    var name: String
    var words: String
    var cover: TitleCover
    var isChosen: Bool

    init(_ title: SharedTitle, isChosen: Bool, in club: Club) {
        let row = SharedRow(title, players: 2, in: club)
        (id, name, words, cover, self.isChosen) = (title.id.description, row.name, row.words, row.cover, isChosen)
    }
}

/// One evening, as somebody sees it who is invited.
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
    /// It is to come, and takes place.
    var isOpen: Bool
    /// Nobody has counted the votes yet, and one may vote.
    var isVoting: Bool
    var votes: [Choice]
    var answers: [Choice]
    var file: String
    var problem: String?
    var state: EveningState
    /// How the page follows what others do.
    var live: String
    var etag = ""

    init(_ evening: Evening, _ state: EveningState, problem: String?, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        back = visit.club.path + "/library/evenings"
        path = Evening.path(of: evening.id, in: visit.club)
        (live, file) = (path + "/live", path + "/evening.ics")
        (host, isHost) = (evening.host.person(in: visit.club), evening.host.id == visit.me)
        (startsAt, closesAt) = (Moment(evening.startsAt), Moment(evening.closesAt))
        (note, isCalledOff) = (evening.note.isEmpty ? nil : evening.note, evening.isCalledOff)
        isOpen = !evening.isCalledOff && !evening.isOver
        isVoting = !evening.isClosed
        votes = state.titles.map {
            Choice(value: $0.id, label: $0.name, detail: $0.words, isChosen: evening.votes.contains(Int($0.id) ?? 0))
        }
        answers = Evening.Answer.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: evening.answer == $0) }
        (self.problem, self.state) = (problem, state)
    }
}

/// What of an evening follows what others do.
struct EveningLive: Page {
    static let template = "library/evening-live"
    var layout: Layout
    var state: EveningState
}

/// What is played, or would be, and who comes.
struct EveningState: ViewModel {
    /// What is played; nil: they vote on it.
    var chosen: EveningTitleRow?
    /// "You play"
    var chosenHeading: String
    /// The others on which they vote, or voted.
    var titles: [EveningTitleRow]
    var hasVote: Bool
    /// "They vote", "The vote"
    var heading: String
    var guests: [EveningGuestRow]
    /// "3 come"; nil: nobody does any more.
    var coming: String?
    /// Whom the host has invited: "Ben and Carmen".
    var invited: String
    /// "Deep Kitchen with Ben and Carmen"
    var summary: String

    init(_ evening: Evening, _ titles: [EveningTitle], _ guests: [EveningGuest], visit: MemberVisit) {
        let club = visit.club
        // What is not counted yet, and nobody can vote on any more, comes out so anyway.
        let first = titles.first.flatMap { $0.isChosen || evening.isClosed && !evening.isCalledOff ? $0 : nil }
        chosen = first.map { EveningTitleRow($0, guests: guests.count, in: club) }
        self.titles = titles.map { EveningTitleRow($0, guests: guests.count, in: club) }
        chosenHeading = evening.isCalledOff ? "You would have played" : "You play"
        hasVote = titles.count > 1
        heading = evening.isClosed ? "How the vote came out" : "The vote so far"
        self.guests = guests.map { EveningGuestRow($0, in: club) }
        let count = guests.count { $0.answer == .yes }
        let others = guests.filter { $0.person.id != visit.me && $0.answer != .no }.map(\.person.displayName).listed
        summary = (first?.name ?? "An evening of games") + (others.isEmpty ? "" : " with \(others)")
        let asked = guests.filter { $0.person.id != evening.host.id }.map(\.person.displayName).listed
        invited = asked.isEmpty ? "them" : asked
        coming = evening.isCalledOff ? nil : count == 0 ? "Nobody has said yes yet" : count == 1 ? "One comes" : "\(count) come"
    }
}

struct EveningTitleRow: ViewModel {
    var id: String
    var name: String
    var path: String
    /// "2017 · Switch"
    var words: String
    var cover: TitleCover
    /// "3 of 4 would play it"
    var votes: String
    var count: String
    var most: String

    init(_ title: EveningTitle, guests: Int, in club: Club) {
        (id, name, path) = (title.id.description, title.name, Title.path(of: title.id, in: club))
        words = TitleRow.words(title.released, title.platforms)
        cover = TitleCover(title.id, title.name, version: title.cover, in: club)
        votes = title.votes == 0 ? "nobody yet" : "\(title.votes) of \(max(guests, title.votes))"
        (count, most) = ("\(title.votes)", "\(max(guests, title.votes, 1))")
    }
}

struct EveningGuestRow: ViewModel {
    var person: Person
    var path: String
    /// "comes, and has voted"
    var words: String

    init(_ guest: EveningGuest, in club: Club) {
        person = guest.person.person(in: club)
        path = "\(club.path)/members/\(guest.person.handle)"
        words = (guest.answer?.words ?? "has not answered") + (guest.hasVoted ? ", and has voted" : "")
    }
}
