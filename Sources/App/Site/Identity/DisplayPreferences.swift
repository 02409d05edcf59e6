import Emoji
import HTMLTemplates
import Postgres

struct DisplayPreferences: Sendable, Equatable, RowDecodable {
    enum Scheme: String, CaseIterable, DatabaseEnum {
        case system, light, dark

        var label: String {
            switch self {
            case .system: "As my device"
            case .light: "Light"
            case .dark: "Dark"
            }
        }
    }

    enum TextSize: String, CaseIterable, DatabaseEnum {
        case normal, large, largest

        var label: String {
            switch self {
            case .normal: "Normal"
            case .large: "Large"
            case .largest: "Largest"
            }
        }
    }

    /// The skin tone of emoji. Yellow stands for emoji without a skin tone.
    enum Tone: String, CaseIterable, DatabaseEnum {
        case yellow, light
        case mediumLight = "medium-light"
        case medium
        case mediumDark = "medium-dark"
        case dark

        var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
        var hand: String { "✋" + (SkinTone(rawValue: rawValue).map { String($0.scalar) } ?? "") }
    }

    var scheme = Scheme.system
    var textSize = TextSize.normal
    var hasLargeTargets = false
    var hasMoreContrast = false
    var hasLessMotion = false
    var isLeftHanded = false
    /// Whether the browser plays a sound (`sounds`) or vibrates (`vibrates`) when something new arrives while a page is open.
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

/// Attributes of the page's root element, for the style sheet and scripts. An attribute is nil if its preference has the default value.
struct DisplayPreferencesView: ViewModel {
    var scheme: String?
    var text: String?
    var targets: String?
    var contrast: String?
    var motion: String?
    var hand: String?
    var sounds: String?
    var vibration: String?

    init(_ displayPreferences: DisplayPreferences) {
        scheme = displayPreferences.scheme == .system ? nil : displayPreferences.scheme.rawValue
        text = displayPreferences.textSize == .normal ? nil : displayPreferences.textSize.rawValue
        targets = displayPreferences.hasLargeTargets ? "big" : nil
        contrast = displayPreferences.hasMoreContrast ? "more" : nil
        motion = displayPreferences.hasLessMotion ? "less" : nil
        hand = displayPreferences.isLeftHanded ? "left" : nil
        sounds = displayPreferences.sounds ? "on" : nil
        vibration = displayPreferences.vibrates ? "on" : nil
    }
}
