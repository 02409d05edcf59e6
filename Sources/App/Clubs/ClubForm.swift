import Postgres

struct ClubForm: Sendable {
    var name: String
    var slug: String
    var description: String
    var isPublic: Bool
    var hue: Int
    /// The number of days after which chat messages are deleted. Nil if messages are kept forever.
    var chatDays: Int?
    /// The name of a time zone in the IANA Time Zone Database. If it is nil, the club keeps its time zone, and a new club gets UTC.
    var timeZone: String?
    /// Whether visitors who are not members can see the members of a public club.
    var showsMembers: Bool
    var nameProblem: String?
    var slugProblem: String?
    var descriptionProblem: String?
    var timeZoneProblem: String?

    /// The accent colours that an admin can choose. Each has an OKLCH hue in degrees and a name. The style sheet adds lightness and chroma.
    static let hues = [
        (15, "Coral"), (45, "Apricot"), (75, "Amber"), (105, "Sand"), (135, "Fern"), (165, "Sea glass"), (195, "Lagoon"), (225, "Sky"),
        (255, "Harbour"), (285, "Iris"), (315, "Orchid"), (345, "Rose"),
    ]

    static let chatDayChoices: [Int?] = [nil, 7, 30, 90, 365]

    init(
        name: String = "", slug: String = "", description: String = "", isPublic: Bool = true, hue: Int = 15, chatDays: Int? = nil,
        timeZone: String? = nil, showsMembers: Bool = false
    ) {
        self.name = name
        self.slug = slug
        self.description = description
        self.isPublic = isPublic
        self.hue = hue
        (self.chatDays, self.timeZone) = (chatDays, timeZone)
        self.showsMembers = showsMembers
    }

    init(_ form: Form) {
        let typed = form.line("slug").lowercased()
        self.init(
            name: form.line("name"), slug: typed.isEmpty ? Self.slug(from: form.line("name")) : typed,
            description: form.line("description"),
            isPublic: form["visibility"] == "public", hue: form.number("hue").flatMap { Self.isHue($0) ? $0 : nil } ?? 15,
            chatDays: form.number("chat_days").flatMap { Self.chatDayChoices.contains($0) ? $0 : nil },
            timeZone: form["time_zone"].isEmpty ? nil : form["time_zone"], showsMembers: form["shows_members"] == "1")
        if name.isEmpty || name.utf16.count > 60 { nameProblem = "Give the club a name of at most 60 characters." }
        if slug.wholeMatch(of: /[a-z0-9][a-z0-9\-]{1,38}[a-z0-9]/) == nil {
            slugProblem = "Use 3 to 40 small letters, digits and dashes. Begin and end with a letter or digit."
        }
        if description.utf16.count > 160 { descriptionProblem = "Use at most 160 characters." }
    }

    init(_ club: Club) {
        self.init(
            name: club.name, slug: club.slug, description: club.description, isPublic: club.isPublic, hue: club.hue,
            chatDays: club.chatDays, timeZone: club.timeZone, showsMembers: club.showsMembers)
    }

    var isValid: Bool { nameProblem == nil && slugProblem == nil && descriptionProblem == nil && timeZoneProblem == nil }

    mutating func checkTimeZone(in zones: TimeZones) async throws {
        guard let zone = timeZone, try await zones.zone(zone) == nil else { return }
        timeZoneProblem = "Choose a time zone from the list."
    }

    /// Adds a problem to the form if the error says that the address is taken, or that the account is in too many clubs. Returns false for
    /// any other error.
    mutating func addProblem(for error: DatabaseError) -> Bool {
        if StorageLimit(error) == .clubs {
            nameProblem = StorageLimit.clubs.sentence
            return true
        }
        guard error.constraint == "clubs_slug_taken" else { return false }
        slugProblem = "That address is taken. Try \(slug.prefix(36))-\(Int.random(in: 2...99))?"
        return true
    }

    private static func isHue(_ hue: Int) -> Bool { (0...345).contains(hue) && hue.isMultiple(of: 15) }

    private static func slug(from name: String) -> String {
        let words = name.lowercased().unicodeScalars.prefix(200).split { !("a"..."z").contains($0) && !("0"..."9").contains($0) }
        return String(words.map { String(Substring($0)) }.joined(separator: "-").prefix(40))
    }
}
