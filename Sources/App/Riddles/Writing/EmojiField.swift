import HTMLTemplates
import Web

/// Text field for emoji. JavaScript adds a picker.
struct EmojiField: ViewModel {
    var value: String
    var problem: String?
    var limit = Riddle.maxEmoji
    var data = EmojiData.shared.address
    var tone: String
    var picker: Assets.Pair?

    init(_ value: String, problem: String?, visit: MemberVisit) {
        (self.value, self.problem) = (value, problem)
        tone = visit.session.displayPreferences.skinTone.rawValue
        picker = visit.services.assets.apart("emoji")
    }
}
