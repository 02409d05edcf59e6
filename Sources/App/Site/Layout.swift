import HTMLTemplates
import Web

/// A face beside a name.
struct Person: ViewModel {
    var name: String
    var handle: String
    var initials: String
    var hue: Int
    /// Their picture's file; nil: their initials do.
    var picture: String?

    /// `seed` decides the colour: the same person always has the same.
    init(name: String, handle: String, seed: Int, picture: String? = nil) {
        self.name = name
        self.picture = picture
        self.handle = handle
        initials = Self.initials(of: name)
        hue = (seed * 7 % 24) * 15
    }

    /// The first characters of the first two words.
    private static func initials(of name: String) -> String {
        var (initials, words, isBetweenWords) = ("", 0, true)
        for index in name.utf8.indices where words < 2 {
            let isSpace = name.utf8[index] == UInt8(ascii: " ")
            if isBetweenWords, !isSpace {
                initials += initial(at: index, of: name)
                words += 1
            }
            isBetweenWords = isSpace
        }
        return initials
    }

    /// The character there, in upper case. Mostly it is a plain letter before another one, and then needs no look into Unicode's tables.
    private static func initial(at index: String.Index, of name: String) -> String {
        let (byte, next) = (name.utf8[index], name.utf8.index(after: index))
        guard byte < 0x80, next == name.endIndex || name.utf8[next] < 0x80 else { return String(name[index]).uppercased() }
        return String(Unicode.Scalar((0x61...0x7a).contains(byte) ? byte - 0x20 : byte))
    }
}

struct ClubHead: ViewModel {
    var name: String
    var path: String
}

struct NavigationItem: ViewModel {
    var label: String
    var href: String
    var icon: String
    var isCurrent: Bool
    /// Whether the page is one below it.
    var isWithin = false
    /// How many things are new there; nil: none.
    var count: String?
    /// The `id` of that, where there may be something new one time or another.
    var counter: String?
    /// What those things are: "unread".
    var countWord = "new"
    /// Whether a phone shows it behind "More" only, and whether that stands before it.
    var isMore = false
    var isFirstOfMore = false
}

/// What every page shows around its content.
struct Layout: ViewModel {
    var assets: Assets
    var hue: Int
    var csrf: String
    var viewer: Person?
    var club: ClubHead?
    var navigation: [NavigationItem]
    var path: String
    /// What features add to style and script; nil: nothing of them is shown.
    var features: Assets.Pair?
    /// How whoever looks likes it; nil: nobody has said.
    var comfort: ComfortView?
    /// In which times are shown; nil: as the device does.
    var timeZone: String?
    /// Where the device is, as far as is known, for a script that knows better; nil: that does not matter.
    var deviceZone: String?
    /// The bell; nil: outside a club.
    var notices: NoticeBadge?
    /// Where the bell alone is polled, for pages on which nothing else changes; nil: there is no bell.
    var live: String?
    /// Whether it is certain that nobody is signed in: on the first page, and where one signs in.
    var isSignedOut = false
    /// Limits that the member, or for an admin the club, has reached, in sentences.
    var fullStorage: [String] = []

    mutating func add(_ counts: NoticeCounts?, in club: Club) {
        guard let counts else { return }
        let badge = NoticeBadge(counts, club: club)
        (notices, live) = (badge, club.path + "/live")
        for part in club.parts.on {
            guard let kind = part.waiting, let index = navigation.firstIndex(where: { $0.counter == part.counter }) else { continue }
            navigation[index].count = NoticeBadge.shown(counts[kind])
        }
    }
}

extension Layout {
    /// For what anybody may see alike: outside of every club, with nothing of whoever looks.
    init(plain assets: Assets) {
        self.init(assets: assets, hue: Visit.houseHue, csrf: "", viewer: nil, club: nil, navigation: [], path: "/")
    }
}

/// An input that was refused, for the summary on top of a form.
struct FieldProblem: ViewModel {
    var field: String
    var message: String

    /// The refusals of a form, in the order of its fields.
    static func list(_ problems: KeyValuePairs<String, String?>) -> [FieldProblem] {
        problems.compactMap { field, message in message.map { FieldProblem(field: field, message: $0) } }
    }
}

struct ProblemPage: Page {
    static let template = "problem"
    var layout: Layout
    var status: Int
    var title: String
    var detail: String
    var request: String?
    var refreshSeconds: Int?
    var action: String
    var actionLabel: String
}

/// The same in a frame, which the page around it goes on without.
struct ProblemFrame: Page {
    static let template = "problem-frame"
    var layout: Layout
    var title: String
    var detail: String
    var refreshSeconds: Int?
    /// The page around it, or whatever else helps.
    var action: String
    var actionLabel: String
}

extension Visit {
    static let houseHue = 15
    /// How many parts a phone shows before "More".
    private static let navigationOnPhones = 4

    /// The frame of a page outside a club, or in `club`.
    func layout(club: ClubVisit? = nil) -> Layout {
        Layout(
            assets: services.assets.addresses, hue: club?.club.hue ?? Self.houseHue, csrf: session?.formToken ?? "",
            viewer: viewer(in: club),
            club: club.map { ClubHead(name: $0.club.name, path: $0.club.path) },
            navigation: session == nil ? [] : navigation(in: club), path: address,
            features: session == nil && club == nil ? nil : services.assets.addresses.features,
            comfort: session.map { ComfortView($0.comfort) },
            timeZone: session.flatMap { $0.timeZone.isByDevice ? nil : $0.timeZone.name },
            deviceZone: session.flatMap { $0.timeZone.isByDevice ? $0.timeZone.name : nil })
    }

    private func viewer(in club: ClubVisit?) -> Person? {
        guard let session else { return nil }
        return Person(
            name: session.displayName, handle: session.username,
            seed: club?.membership?.member.rawValue ?? session.account.rawValue)
    }

    /// Whether the page is one of a part's.
    private func isWithin(_ part: ClubPart, of club: Club) -> Bool {
        let path = request.uri.path
        guard path.hasPrefix(club.path + "/") else { return false }
        return part.folders.contains(String(path.dropFirst(club.path.count + 1).prefix { $0 != "/" }))
    }

    private func navigation(in club: ClubVisit?) -> [NavigationItem] {
        func item(_ label: String, _ href: String, _ icon: String) -> NavigationItem {
            NavigationItem(label: label, href: href, icon: icon, isCurrent: request.uri.path == href)
        }
        var items: [NavigationItem] = []
        if let club {
            for part in club.club.parts.on where part.isForVisitors && club.seesMembers || club.membership != nil {
                var item = item(part.label, club.club.path + part.path, part.icon)
                item.isWithin = !item.isCurrent && isWithin(part, of: club.club)
                (item.counter, item.countWord) = (part.counter, part.countWord)
                items.append(item)
            }
            if club.membership == nil { items.append(item("Club", club.club.path + "/", "home")) }
        }
        // Within a club, the sign at the top leads to all clubs.
        if club?.membership == nil { items.append(item("Clubs", "/", "globe")) }
        // Within a club one stays there: one's profile leads on to the account.
        let profile = club.flatMap { club in club.membership.map { _ in "\(club.club.path)/members/\(session?.username ?? "")" } }
        items.append(item("Me", profile ?? "/account", "account"))
        // One's own profile is "Me", and no more.
        if let profile, request.uri.path.hasPrefix(profile) { for index in items.indices { items[index].isWithin = false } }
        if items.count > Self.navigationOnPhones + 1 {
            for index in items.indices.dropFirst(Self.navigationOnPhones) { items[index].isMore = true }
            items[Self.navigationOnPhones].isFirstOfMore = true
        }
        return items
    }
}
