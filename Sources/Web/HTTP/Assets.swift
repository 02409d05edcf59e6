import HTMLTemplates

/// Addresses of the public files, with fingerprints.
public struct Assets: ViewModel {
    var stylesheet: String
    var noscript: String
    var script: String
    var sprite: String
    var favicon: String
    /// The same with a badge: something waits for whoever looks.
    var faviconNews: String
}
