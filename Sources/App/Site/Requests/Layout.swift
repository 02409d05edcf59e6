import HTMLTemplates
import Web

struct Person: ViewModel {
    var name: String
    var handle: String
    var initials: String
    var hue: Int
    var picture: String?

    /// `seed`, which never changes for a person, determines `hue`. So the person always has the same colour.
    init(name: String, handle: String, seed: Int, picture: String? = nil) {
        self.name = name
        self.picture = picture
        self.handle = handle
        initials = Self.initials(of: name)
        hue = (seed * 7 % 24) * 15
    }

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

    /// The character at `index` in upper case. Usually it is an ASCII letter before another ASCII letter, for which no Unicode tables are
    /// needed.
    private static func initial(at index: String.Index, of name: String) -> String {
        let (byte, next) = (name.utf8[index], name.utf8.index(after: index))
        guard byte < 0x80, next == name.endIndex || name.utf8[next] < 0x80 else { return String(name[index]).uppercased() }
        return String(Unicode.Scalar((0x61...0x7a).contains(byte) ? byte - 0x20 : byte))
    }
}

struct Layout: ViewModel {
    var assets: Assets
    var hue: Int
    var csrf: String
    var viewer: Person?
    var club: ClubLink?
    var navigation: [NavigationItem]
    var path: String
    /// The style sheet and the script of the features. Nil if the page shows no features.
    var features: Assets.Pair?
    var displayPreferences: DisplayPreferencesView?
    /// The time zone in which times are shown. Nil if the browser shows times in the time zone of its device.
    var timeZone: String?
    /// The time zone that the device last reported. A script reports the device's time zone if it is another one. Nil if the account does
    /// not follow its device.
    var deviceZone: String?
    var notices: Bell?
    /// The address at which a page without other live content polls the bell. Nil if there is no bell.
    var live: String?
    /// True if it is certain that nobody is signed in. Only the front page and the sign-in pages set this.
    var isSignedOut = false
    /// A sentence for each storage limit that the member or, for an admin, the club has reached.
    var fullStorage: [String] = []

    mutating func add(_ counts: BellCounts?, in club: Club) {
        guard let counts else { return }
        let badge = Bell(counts, club: club)
        (notices, live) = (badge, club.path + "/live")
        for part in club.parts.enabled {
            guard let kind = part.waiting, let index = navigation.firstIndex(where: { $0.counter == part.counter }) else { continue }
            navigation[index].count = Bell.shown(counts[kind])
        }
    }
}

extension Layout {
    /// A layout without club and visitor, for pages that look the same to everybody.
    init(plain assets: Assets) {
        self.init(assets: assets, hue: Visit.defaultHue, csrf: "", viewer: nil, club: nil, navigation: [], path: "/")
    }
}

extension Visit {
    static let defaultHue = 15

    func layout(club: ClubVisit? = nil) -> Layout {
        Layout(
            assets: services.assets.addresses, hue: club?.club.hue ?? Self.defaultHue, csrf: session?.formToken ?? "",
            viewer: viewer(in: club),
            club: club.map { ClubLink(name: $0.club.name, path: $0.club.path) },
            navigation: session == nil ? [] : navigation(in: club), path: address,
            features: session == nil && club == nil ? nil : services.assets.addresses.features,
            displayPreferences: session.map { DisplayPreferencesView($0.displayPreferences) },
            timeZone: session.flatMap { $0.timeZone.isByDevice ? nil : $0.timeZone.name },
            deviceZone: session.flatMap { $0.timeZone.isByDevice ? $0.timeZone.name : nil })
    }

    private func viewer(in club: ClubVisit?) -> Person? {
        guard let session else { return nil }
        return Person(
            name: session.displayName, handle: session.username,
            seed: club?.membership?.member.rawValue ?? session.account.rawValue)
    }
}
