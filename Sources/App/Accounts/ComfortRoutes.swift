import HTMLTemplates
import Hummingbird
import Postgres

/// Comfort settings, which hold on every device.
struct ComfortRoutes {
    func add(to site: Site) {
        site.get("/account/comfort") { visit in
            let session = try visit.signedIn()
            return try visit.page(ComfortPage(session.comfort, layout: visit.layout()))
        }
        site.post("/account/comfort") { visit in try await change(visit) }
    }

    private func change(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try await visit.database.write(AccountQueries().setComfort(Comfort(visit.form), of: session.account))
        visit.services.sessions.forget(session.account)
        return visit.redirect(to: "/account")
    }
}

/// Something that is on or off.
struct Toggle: ViewModel {
    var name: String
    var value: String
    var label: String
    var detail: String
    var isOn: Bool
}

struct ComfortPage: Page {
    static let template = "accounts/comfort"
    var layout: Layout
    var schemes: [Choice]
    var sizes: [Choice]
    var skinTones: [Choice]
    var toggles: [Toggle]

    init(_ comfort: Comfort, layout: Layout) {
        self.layout = layout
        schemes = Comfort.Scheme.allCases.map { Choice(value: $0.rawValue, label: $0.words, isChosen: $0 == comfort.scheme) }
        sizes = Comfort.TextSize.allCases.map { Choice(value: $0.rawValue, label: $0.words, isChosen: $0 == comfort.textSize) }
        skinTones = Comfort.Tone.allCases.map {
            Choice(value: $0.rawValue, label: $0.words, detail: $0.hand, isChosen: $0 == comfort.skinTone)
        }
        toggles = [
            Toggle(
                name: "targets", value: "big", label: "Larger buttons", detail: "Everything one taps is bigger.",
                isOn: comfort.hasLargeTargets),
            Toggle(
                name: "contrast", value: "more", label: "More contrast", detail: "Stronger lines, no tinted text.",
                isOn: comfort.hasMoreContrast),
            Toggle(name: "motion", value: "less", label: "Less motion", detail: "Nothing moves by itself.", isOn: comfort.hasLessMotion),
            Toggle(
                name: "hand", value: "left", label: "For my left hand", detail: "What one taps most is at the left.",
                isOn: comfort.isLeftHanded),
            Toggle(
                name: "sounds", value: "on", label: "A sound for news", detail: "When something new comes while a page is open.",
                isOn: comfort.sounds),
            Toggle(
                name: "vibration", value: "on", label: "Vibrate for news", detail: "On phones that can.", isOn: comfort.vibrates),
        ]
    }
}
