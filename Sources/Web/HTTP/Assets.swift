import HTMLTemplates

/// Addresses of the public files, with fingerprints.
public struct Assets: ViewModel {
    public struct Pair: ViewModel {
        var stylesheet: String
        var script: String
    }

    var stylesheet: String
    var noscript: String
    var script: String
    /// What features add.
    public var features: Pair
    var sprite: String
    var favicon: String
    /// The same with a badge: something waits for whoever looks.
    var faviconNews: String
}
