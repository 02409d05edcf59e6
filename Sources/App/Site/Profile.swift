import FoundationEssentials
import Postgres

/// A member as others see them.
struct Profile: Sendable, RowDecodable {
    var person: PersonRecord
    var isAdmin: Bool
    var joinedAt: Date
    /// A few lines about oneself; "" for none.
    var about: String
    /// nil: not since this is kept.
    var seenAt: Date?
    var isOnline: Bool
    var privacy: Privacy

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        isAdmin = try row.next(String.self) == "admin"
        joinedAt = try row.next()
        about = try row.next()
        seenAt = try row.next()
        isOnline = try row.next()
        privacy = try Privacy(&row)
    }
}

/// Who sees what of a member's profile.
struct Privacy: Sendable, RowDecodable {
    var about: Audience
    var games: Audience
    var friends: Audience
    /// When they were last here.
    var seen: Audience
    /// Who may write to them.
    var messages: Correspondents
    /// Whether they tell what they have read, and are told.
    var showsReading: Bool

    init(_ row: inout Row) throws {
        about = try row.next()
        games = try row.next()
        friends = try row.next()
        seen = try row.next()
        messages = try row.next()
        showsReading = try row.next()
    }

    /// What the form does not say stays as it is.
    init(_ form: Form, else present: Privacy) {
        func audience(_ name: String, _ present: Audience) -> Audience { Audience(rawValue: form[name]) ?? present }
        (about, games) = (audience("about_for", present.about), audience("games_for", present.games))
        (friends, seen) = (audience("friends_for", present.friends), audience("seen_for", present.seen))
        messages = Correspondents(rawValue: form["messages_from"]) ?? present.messages
        showsReading = form["shows_reading"] == "1"
    }
}

/// What members may change of their own profile: what was typed, and what is wrong with it.
struct ProfileForm: Sendable {
    var displayName: String
    var about: String
    var privacy: Privacy
    var displayNameProblem: String?
    var aboutProblem: String?

    init(_ profile: Profile) { (displayName, about, privacy) = (profile.person.displayName, profile.about, profile.privacy) }

    init(_ form: Form, of profile: Profile) {
        (displayName, about) = (form.line("display_name"), form.paragraph("about"))
        privacy = Privacy(form, else: profile.privacy)
        if displayName.isEmpty || displayName.utf16.count > 50 { displayNameProblem = "Give a name of at most 50 characters." }
        if about.utf16.count > 300 { aboutProblem = "That is \(about.utf16.count) characters; 300 fit. Shorten it a little." }
    }

    var isValid: Bool { displayNameProblem == nil && aboutProblem == nil }
}

/// Who may write to a member.
enum Correspondents: String, CaseIterable, StoredName {
    case club, friends, nobody

    var words: String {
        switch self {
        case .club: "The club"
        case .friends: "Friends"
        case .nobody: "Nobody"
        }
    }
}
