import HTMLTemplates
import Web

/// The field that one writes emoji in, with a picker where there is JavaScript.
struct EmojiField: ViewModel {
    var value: String
    var problem: String?
    /// How many emoji fit.
    var limit = Riddle.mostEmoji
    /// Where the picker finds all emoji.
    var data = EmojiData.shared.address
    var tone: String
    /// The picker's own files.
    var picker: Assets.Pair?

    init(_ value: String, problem: String?, visit: MemberVisit) {
        (self.value, self.problem) = (value, problem)
        tone = visit.session.comfort.skinTone.rawValue
        picker = visit.services.assets.apart("emoji")
    }
}
