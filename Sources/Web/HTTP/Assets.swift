import HTMLTemplates

/// The addresses of the public files. The addresses contain fingerprints.
public struct Assets: ViewModel {
    public struct Pair: ViewModel {
        var stylesheet: String
        var script: String
    }

    var stylesheet: String
    var noscript: String
    var script: String
    /// The addresses of the style sheet and the script that the features share.
    public var features: Pair
    var sprite: String
    var favicon: String
    /// The address of the icon with a badge, for a member who has unread notices.
    var faviconNews: String
}
