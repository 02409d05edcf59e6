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
    /// Their picture; nil: their initials do.
    var photo: ID<Photo>?

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        isAdmin = try row.next(String.self) == "admin"
        joinedAt = try row.next()
        about = try row.next()
        seenAt = try row.next()
        isOnline = try row.next()
        photo = try row.next()
    }
}

/// What members may change of their own profile: what was typed, and what is wrong with it.
struct ProfileForm: Sendable {
    var displayName: String
    var about: String
    var displayNameProblem: String?
    var aboutProblem: String?

    init(_ profile: Profile) { (displayName, about) = (profile.person.displayName, profile.about) }

    init(_ form: Form) {
        (displayName, about) = (form.line("display_name"), form.paragraph("about"))
        if displayName.isEmpty || displayName.utf16.count > 50 { displayNameProblem = "Give a name of at most 50 characters." }
        if about.utf16.count > 300 { aboutProblem = "That is \(about.utf16.count) characters; 300 fit. Shorten it a little." }
    }

    var isValid: Bool { displayNameProblem == nil && aboutProblem == nil }
}
