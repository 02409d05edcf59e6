import FoundationEssentials
import Postgres

struct Profile: Sendable, RowDecodable {
    var person: PersonRecord
    var isAdmin: Bool
    var joinedAt: Date
    /// The text in which the member describes themselves. "" if there is none.
    var about: String
    /// The time when the member was last online. Nil if the member has not been online since the site began to store this time.
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

/// A member's settings of privacy: who can see their things, and who can send them messages.
struct Privacy: Sendable, RowDecodable {
    /// The audience of each kind of things, by the name of the kind. The whole club sees kinds that are not in this dictionary.
    private var audiences: [String: Audience] = [:]
    var messages: MessageAudience
    /// Whether others see which messages the member has read, and the member sees which messages others have read.
    var showsReading: Bool
    var isRanked: Bool

    init(_ row: inout Row) throws {
        for name in try row.next([String].self) { audiences[name] = .friends }
        for name in try row.next([String].self) { audiences[name] = .me }
        messages = try row.next()
        showsReading = try row.next()
        isRanked = try row.next()
    }

    /// Reads the form of the settings. An audience that is not in the form stays as it is in `present`.
    init(_ form: Form, else present: Privacy) {
        audiences = present.audiences
        messages = MessageAudience(rawValue: form["messages_from"]) ?? present.messages
        (showsReading, isRanked) = (form["shows_reading"] == "1", form["is_unranked"] != "1")
        for kind in PrivacyKind.all { if let audience = Audience(rawValue: form[kind.field]) { self[kind] = audience } }
        if PrivacyKind.all.contains(where: { $0.isRanked && self[$0] != .club }) { isRanked = false }
    }

    subscript(kind: PrivacyKind) -> Audience {
        get { audiences[kind.name.description] ?? .club }
        set { audiences[kind.name.description] = newValue }
    }

    func names(for audience: Audience) -> [String] { audiences.filter { $0.value == audience }.keys.sorted() }
}

/// The fields that members can change in their own profile, as they were typed, and the problems of these fields.
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
        if about.utf16.count > 300 { aboutProblem = "That is \(about.utf16.count) characters. The limit is 300." }
    }

    var isValid: Bool { displayNameProblem == nil && aboutProblem == nil }
}

enum MessageAudience: String, CaseIterable, DatabaseEnum {
    case club, friends, nobody

    var label: String {
        switch self {
        case .club: "The club"
        case .friends: "Friends"
        case .nobody: "Nobody"
        }
    }
}
