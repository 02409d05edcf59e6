import HTMLTemplates

/// The addresses of the public files, with fingerprints.
public struct Assets: ViewModel {
    public struct Pair: ViewModel {
        var stylesheet: String
        var script: String
    }

    var stylesheet: String
    var noscript: String
    var script: String
    /// The style sheet and the script of the features.
    public var features: Pair
    var sprite: String
    var favicon: String
    /// The icon with a badge, for a member who has unread news.
    var faviconNews: String
}
