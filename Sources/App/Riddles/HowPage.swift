import HTMLTemplates

/// How riddles work, for somebody who has never tried one.
struct HowPage: Page {
    static let template = "riddles/how"
    var layout: Layout
    /// Where the riddles are, and where one makes a riddle.
    var riddles, new: String
}
