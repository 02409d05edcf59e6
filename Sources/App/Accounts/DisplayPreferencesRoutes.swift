import HTMLTemplates
import Hummingbird
import Postgres

struct DisplayPreferencesRoutes {
    func add(to site: Site) {
        site.get("/account/display") { visit in
            let session = try visit.signedIn()
            return try visit.page(DisplayPreferencesPage(session.displayPreferences, layout: visit.layout()))
        }
        site.post("/account/display") { visit in try await change(visit) }
    }

    private func change(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try await visit.database.write(AccountQueries().setDisplayPreferences(DisplayPreferences(visit.form), of: session.account))
        visit.services.sessions.evict(session.account)
        return visit.redirect(to: "/account")
    }
}

struct Toggle: ViewModel {
    var name: String
    var value: String
    var label: String
    var detail: String
    var isOn: Bool
}

struct DisplayPreferencesPage: Page {
    static let template = "accounts/display"
    var layout: Layout
    var schemes: [Choice]
    var sizes: [Choice]
    var skinTones: [Choice]
    var toggles: [Toggle]

    init(_ preferences: DisplayPreferences, layout: Layout) {
        self.layout = layout
        schemes = DisplayPreferences.Scheme.allCases.map {
            Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == preferences.scheme)
        }
        sizes = DisplayPreferences.TextSize.allCases.map {
            Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == preferences.textSize)
        }
        skinTones = DisplayPreferences.Tone.allCases.map {
            Choice(value: $0.rawValue, label: $0.label, detail: $0.hand, isChosen: $0 == preferences.skinTone)
        }
        toggles = [
            Toggle(
                name: "targets", value: "big", label: "Larger buttons", detail: "Everything that you tap is bigger.",
                isOn: preferences.hasLargeTargets),
            Toggle(
                name: "contrast", value: "more", label: "More contrast", detail: "Stronger lines, and no pale text.",
                isOn: preferences.hasMoreContrast),
            Toggle(
                name: "motion", value: "less", label: "Less motion", detail: "Nothing moves by itself.", isOn: preferences.hasLessMotion),
            Toggle(
                name: "hand", value: "left", label: "For my left hand", detail: "The buttons that you tap most are on the left.",
                isOn: preferences.isLeftHanded),
            Toggle(
                name: "sounds", value: "on", label: "A sound for news", detail: "You hear it when something new appears on an open page.",
                isOn: preferences.sounds),
            Toggle(
                name: "vibration", value: "on", label: "Vibrate for news", detail: "Only on phones that can vibrate.",
                isOn: preferences.vibrates),
        ]
    }
}
