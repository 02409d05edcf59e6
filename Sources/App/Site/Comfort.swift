import Emoji
import HTMLTemplates
import Postgres

/// How a person likes the site to look and behave.
struct Comfort: Sendable, Equatable, RowDecodable {
    enum Scheme: String, CaseIterable, StoredName {
        case system, light, dark

        var words: String {
            switch self {
            case .system: "As my device"
            case .light: "Light"
            case .dark: "Dark"
            }
        }
    }

    enum TextSize: String, CaseIterable, StoredName {
        case normal, large, largest

        var words: String {
            switch self {
            case .normal: "Normal"
            case .large: "Large"
            case .largest: "Largest"
            }
        }
    }

    /// Of the emoji one chooses; yellow is that of emoji without one.
    enum Tone: String, CaseIterable, StoredName {
        case yellow, light
        case mediumLight = "medium-light"
        case medium
        case mediumDark = "medium-dark"
        case dark

        var words: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
        /// A hand that shows it.
        var hand: String { "✋" + (SkinTone(rawValue: rawValue).map { String($0.scalar) } ?? "") }
    }

    var scheme = Scheme.system
    var textSize = TextSize.normal
    var hasLargeTargets = false
    var hasMoreContrast = false
    var hasLessMotion = false
    var isLeftHanded = false
    /// When something new comes while a page is open.
    var sounds = false
    var vibrates = false
    var skinTone = Tone.yellow

    init() {}

    init(_ row: inout Row) throws {
        scheme = try row.next()
        textSize = try row.next()
        hasLargeTargets = try row.next()
        hasMoreContrast = try row.next()
        hasLessMotion = try row.next()
        isLeftHanded = try row.next()
        sounds = try row.next()
        vibrates = try row.next()
        skinTone = try row.next()
    }

    init(_ form: Form) {
        scheme = Scheme(rawValue: form["scheme"]) ?? .system
        textSize = TextSize(rawValue: form["text"]) ?? .normal
        (hasLargeTargets, hasMoreContrast) = (form["targets"] == "big", form["contrast"] == "more")
        (hasLessMotion, isLeftHanded) = (form["motion"] == "less", form["hand"] == "left")
        (sounds, vibrates) = (form["sounds"] == "on", form["vibration"] == "on")
        skinTone = Tone(rawValue: form["skin_tone"]) ?? .yellow
    }
}

/// What the page's root element says, for the stylesheet and scripts; nil: as the device has it.
struct ComfortView: ViewModel {
    var scheme: String?
    var text: String?
    var targets: String?
    var contrast: String?
    var motion: String?
    var hand: String?
    var sounds: String?
    var vibration: String?

    init(_ comfort: Comfort) {
        scheme = comfort.scheme == .system ? nil : comfort.scheme.rawValue
        text = comfort.textSize == .normal ? nil : comfort.textSize.rawValue
        targets = comfort.hasLargeTargets ? "big" : nil
        contrast = comfort.hasMoreContrast ? "more" : nil
        motion = comfort.hasLessMotion ? "less" : nil
        hand = comfort.isLeftHanded ? "left" : nil
        sounds = comfort.sounds ? "on" : nil
        vibration = comfort.vibrates ? "on" : nil
    }
}
