import HTMLTemplates

/// A link among several, of which one is where one is.
struct TabLink: ViewModel {
    var label: String
    var path: String
    var isHere: Bool
}
