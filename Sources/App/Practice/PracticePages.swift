import Charts
import FoundationEssentials
import HTMLTemplates
import Postgres

/// The home page of practice. The game that was started last comes first.
struct PracticePage: Page {
    static let template = "practice/home"
    var layout: Layout
    var clubName: String
    var games: [PracticeGameView]
    var history: String
    var settings: String
    var hasPlayed: Bool
    var tasks: TaskSummary
    /// The sentence that says who can see the score. Nil if nobody else can see the score.
    var audience: String?
    var badges: String
    var sharing: String
    var rest: String?

    init(
        _ levels: [PracticeLevel], _ totals: [PracticeTotal], _ tasks: TaskSummary, _ audience: Audience, _ rest: PracticeBreak?,
        visit: MemberVisit
    ) {
        (layout, clubName, self.tasks) = (visit.layout, visit.club.name, tasks)
        let played = levels.map(\.game)
        let order = played + PracticeGame.allCases.filter { !played.contains($0) }
        games = order.enumerated().map { place, game in
            PracticeGameView(
                levels.first { $0.game == game } ?? PracticeLevel(game), totals.first { $0.game == game }, isFirst: place == 0,
                isBegun: played.contains(game) || totals.contains { $0.game == game }, club: visit.club)
        }
        history = visit.club.path + "/practice/history"
        settings = visit.club.path + "/practice/settings"
        hasPlayed = !totals.isEmpty
        self.audience = audience == .me ? nil : audience == .friends ? "Your friends see your score." : "The club sees your score."
        (badges, sharing, self.rest) = (visit.club.path + "/practice/badges", visit.club.path + "/practice/sharing", rest?.message)
    }
}

/// The card on the club's page. It links to the game that was started last.
struct PracticeCard: HubCard {
    static let template = "practice/card"
    var layout: Layout
    var button: String
    var path: String
    var home: String

    static func query(for visit: ClubVisit) -> Query<[PracticeLevel]>? {
        visit.membership.map { PracticeQueries().levels(of: $0.member) }
    }

    init?(_ levels: [PracticeLevel], for visit: ClubVisit) {
        let game = levels.first?.game ?? .wordley
        layout = visit.layout
        button = levels.isEmpty ? "Start \(game.title)" : "Continue \(game.title)"
        path = visit.club.path + game.path
        home = visit.club.path + "/practice"
    }
}

struct PracticeGameView: ViewModel {
    var name: String
    var title: String
    var summary: String
    var path: String
    var button: String
    var isFirst: Bool
    var level: LevelView
    /// The member's totals in this game, for example "12 games, 9 won, 140 points". Nil if the member has not finished a game.
    var total: String?

    init(_ level: PracticeLevel, _ total: PracticeTotal?, isFirst: Bool, isBegun: Bool, club: Club) {
        let game = level.game
        (name, title, summary, path) = (game.rawValue, game.title, game.summary, club.path + game.path)
        button = isBegun ? "Continue \(game.title)" : "Start \(game.title)"
        self.isFirst = isFirst
        self.level = LevelView(level, club: club)
        self.total = total.map { total in
            "\(total.games == 1 ? "One game" : "\(total.games) games"), \(total.won) won, \(total.points) \(total.points == 1 ? "point" : "points")"
        }
    }
}

struct LevelView: ViewModel {
    var game: String
    /// For example "Level 5 of 15: 4 letters, 8 rows."
    var label: String
    var isHeld: Bool
    var asksEasier: Bool
    var action: String

    init(_ level: PracticeLevel, club: Club) {
        game = level.game.rawValue
        label = "Level \(level.level) of \(level.game.levelCount): \(level.game.label(ofLevel: level.level))."
        (isHeld, asksEasier) = (level.isHeld, level.asksEasier)
        action = club.path + "/practice/levels"
    }
}

struct PracticeSettingsPage: Page {
    static let template = "practice/settings"
    var layout: Layout
    var clubName: String
    var home: String
    var action: String
    var keyboards: [Choice]
    var hands: [Choice]
    var switches: [Choice]
    var paces: [Choice]
    var measuresTaps: Bool
    var showsClock: Bool
    /// The path of the page on which admins add words to Wordley. Nil if the member is not an admin.
    var clubWordsPath: String?

    init(_ settings: PracticeSettings, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/practice"
        action = home + "/settings"
        keyboards = PracticeSettings.Keyboard.allCases.map {
            Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == settings.keyboard)
        }
        hands = PracticeSettings.Hand.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == settings.hand) }
        switches = ["None", "One: the mark moves by itself", "Two: one moves the mark, one chooses"].enumerated().map {
            Choice(value: "\($0)", label: $1, isChosen: $0 == settings.switches)
        }
        clubWordsPath = visit.isAdmin ? home + "/words" : nil
        (measuresTaps, showsClock) = (settings.measuresTaps, settings.showsClock)
        paces = PracticeSettings.paces.map {
            Choice(value: "\($0)", label: "\(Double($0) / 1000) seconds", isChosen: $0 == settings.pace)
        }
    }
}
