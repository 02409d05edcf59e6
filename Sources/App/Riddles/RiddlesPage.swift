import Calendar
import FoundationEssentials
import HTMLTemplates
import Postgres

struct RiddlesPage: Page {
    enum List: String, CaseIterable {
        case waiting, received, sent, all, done

        var label: String {
            switch self {
            case .waiting: "For you"
            case .received: "Received"
            case .sent: "Sent"
            case .all: "For all"
            case .done: "Done"
            }
        }

        var emptyText: (strong: String, rest: String) {
            switch self {
            case .waiting: ("There is nothing for you to do now.", "Send somebody a riddle, or try the riddle of the day.")
            case .received: ("Nobody has sent you a riddle yet.", "Send one. Most people send one back.")
            case .sent: ("You have not sent a riddle yet.", "Four emoji are enough to start.")
            case .all: ("There is no riddle for the whole club yet.", "Make the first one. Every member can solve it.")
            case .done: ("You have not finished a riddle yet.", "The riddles that you have finished appear here.")
            }
        }
    }

    static let template = "riddles/riddles"
    var layout: Layout
    var clubName: String
    var tabs: [CountedTab]
    var daily: DailyView
    var make: String
    var how: String
    var leaderboard: String
    var waiting: WaitingRiddles?
    var rows: [RiddleRow]
    var emptyStrong: String
    var emptyRest: String
    /// True if the page shows a list that has no rows. Always false for the list of tasks.
    var isEmpty: Bool
    var pager: Pager
    var live: String?
    var fragmentTag: String

    static func path(of list: List, in club: Club) -> String { club.path + "/riddles" + (list == .waiting ? "" : "?list=\(list.rawValue)") }

    private init(_ list: List, _ summary: RiddleSummary, day: CalendarDate, visit: MemberVisit) {
        let (club, path) = (visit.club, visit.club.path + "/riddles")
        layout = visit.layout
        clubName = club.name
        tabs = List.allCases.map { other in
            let count =
                switch other {
                case .waiting: summary.waiting + (summary.hasWelcome ? 1 : 0)
                case .received: summary.received
                case .sent: summary.sent
                case .all: summary.forClub
                case .done: 0
                }
            return CountedTab(
                label: other.label, path: Self.path(of: other, in: club), isHere: other == list,
                count: count == 0 ? nil : count > 99 ? "99+" : "\(count)")
        }
        self.daily = DailyView(summary, JimsRiddles.ofTheDay(day), path: path + "/today")
        (make, how, leaderboard) = (path + "/new", path + "/how", path + "/leaderboard")
        rows = []
        (emptyStrong, emptyRest) = list.emptyText
        (isEmpty, pager, fragmentTag) = (false, Pager(), "")
    }

    init(waiting: [WaitingRiddle], _ summary: RiddleSummary, day: CalendarDate, fragmentTag: String, visit: MemberVisit) {
        self.init(.waiting, summary, day: day, visit: visit)
        self.waiting = WaitingRiddles(waiting, summary, club: visit.club)
        (live, self.fragmentTag) = (visit.club.path + "/riddles/live", fragmentTag)
    }

    init(
        _ list: List, _ slice: Slice<ListedRiddle, Riddle>, _ summary: RiddleSummary, day: CalendarDate, visit: MemberVisit
    ) {
        self.init(list, summary, day: day, visit: visit)
        rows = slice.rows.map { RiddleRow($0, me: visit.me, club: visit.club) }
        isEmpty = rows.isEmpty
        pager = slice.pager(at: Self.path(of: list, in: visit.club), \.id)
    }
}

struct CountedTab: ViewModel {
    var label: String
    var path: String
    var isHere: Bool
    var count: String?
}

struct DailyView: ViewModel {
    var emoji: String
    var path: String
    var text: String
    var isDone: Bool
    /// The days in a row on which the member solved the riddle of the day, for example "4 days in a row". Nil if there are fewer than two.
    var streak: String?

    init(_ summary: RiddleSummary, _ riddle: JimsRiddle, path: String) {
        emoji = riddle.emoji
        self.path = path
        isDone = summary.dailyState?.isFinished ?? false
        let solved = summary.dailySolved
        let others =
            solved == 0 ? "Nobody here has solved it yet." : solved == 1 ? "One member has solved it." : "\(solved) members have solved it."
        text =
            switch summary.dailyState {
            case .right: "You solved it. The next riddle comes at midnight UTC."
            case .wrong, .givenUp: "You did not solve it. The next riddle comes at midnight UTC."
            default: others
            }
        streak = summary.streak < 2 ? nil : "\(summary.streak) days in a row"
    }
}

struct WaitingRiddles: ViewModel {
    var rows: [WaitingRiddleRow]
    /// Path of the welcome riddle. Nil if the member has finished it.
    var welcome: String?
    var welcomeEmoji: String
    var isEmpty: Bool
    var announcement: String

    init(_ waiting: [WaitingRiddle], _ summary: RiddleSummary, club: Club) {
        rows = waiting.map { WaitingRiddleRow($0, club: club) }
        welcome = summary.hasWelcome ? club.path + "/riddles/welcome" : nil
        welcomeEmoji = JimsRiddles.welcome.emoji
        isEmpty = rows.isEmpty && welcome == nil
        announcement = rows.isEmpty ? "" : rows.count == 1 ? "There is one riddle for you." : "There are \(rows.count) riddles for you."
    }
}

struct WaitingRiddleRow: ViewModel {
    var person: Person
    var label: String
    var emoji: String
    var path: String
    var at: Moment?

    init(_ waiting: WaitingRiddle, club: Club) {
        person = waiting.person.person(in: club)
        (label, emoji, path) = (waiting.label, waiting.emoji, club.path + waiting.path)
        at = waiting.since.map(Moment.init)
    }
}

struct WaitingRiddlesLive: Page {
    static let template = "riddles/waiting-live"
    var layout: Layout
    var waiting: WaitingRiddles
}

struct RiddleRow: ViewModel {
    var emoji: String
    var path: String
    var from: String
    var standing: String
    /// The solution of the riddle. Nil if the reader may not know it yet.
    var solution: String?
    var isGood: Bool
    var isNew: Bool
    var at: Moment

    init(_ riddle: ListedRiddle, me: ID<Member>, club: Club) {
        let isMine = riddle.sender?.id == me
        (emoji, path, solution) = (riddle.emoji, Riddle.path(of: riddle.id, in: club), riddle.solution)
        from = isMine ? "You" : riddle.sender?.displayName ?? "EmoJim"
        isGood = riddle.state == .right
        isNew = isMine ? riddle.waiting > 0 : riddle.state == nil || riddle.state == .open && !riddle.isDisputed
        at = Moment(riddle.sentAt)
        standing = isMine ? Self.tally(riddle) : Self.standing(riddle)
    }

    private static func tally(_ riddle: ListedRiddle) -> String {
        var parts: [String] = []
        if riddle.waiting > 0 { parts.append(riddle.waiting == 1 ? "one answer to judge" : "\(riddle.waiting) answers to judge") }
        if riddle.solved > 0 { parts.append("\(riddle.solved) solved it") }
        if riddle.failed > 0 { parts.append("\(riddle.failed) did not") }
        if parts.isEmpty { parts.append("nobody has finished it yet") }
        let audience =
            switch riddle.audience {
            case .club: "to all"
            case .link: "by a link"
            default: "to members"
            }
        return "\(audience) · " + parts.joined(separator: ", ")
    }

    private static func standing(_ riddle: ListedRiddle) -> String {
        if riddle.isDisputed { return "other members vote on it" }
        return switch riddle.state {
        case nil, .open: "for you to solve"
        case .waiting: "not judged yet"
        case .right: "solved"
        case .wrong: "not solved"
        case .givenUp: "given up"
        case .unjudged: "never judged"
        case .withdrawn: "ended without a result"
        }
    }
}

struct RiddlesCard: HubCard {
    static let template = "riddles/card"
    var layout: Layout
    var daily: DailyView
    var welcome: String?
    var welcomeEmoji: String
    var path: String
    var make: String
    /// The number of tasks in words, for example "2 riddles for you". Nil if there is no task.
    var waiting: String?

    static func query(for visit: ClubVisit) -> Query<RiddleSummary>? {
        visit.membership.map { RiddleListQueries().summary(of: $0.member, hidden: $0.hidden, day: CalendarDate.todayInUTC) }
    }

    init?(_ summary: RiddleSummary, for visit: ClubVisit) {
        layout = visit.layout
        path = visit.club.path + "/riddles"
        make = path + "/new"
        daily = DailyView(summary, JimsRiddles.ofTheDay(CalendarDate.todayInUTC), path: path + "/today")
        welcome = summary.hasWelcome ? path + "/welcome" : nil
        welcomeEmoji = JimsRiddles.welcome.emoji
        let count = summary.waiting
        waiting = count == 0 ? nil : count == 1 ? "One riddle for you" : "\(count > 99 ? "99+" : "\(count)") riddles for you"
    }
}
