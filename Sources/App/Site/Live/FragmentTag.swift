import HTTPTypes
import Web

/// The entity tag (ETag) of a live fragment, with which a browser asks whether the fragment has changed. A tag has three fields: the scope
/// (for which reader and which topics, in which run of the server), the version of the topics (the things that the fragment watches), and a
/// hash of each part of the fragment. A tag is valid only for a fragment that its reader was allowed to see.
///
/// A page contains the tag of its fragment in `data-etag`. This tag has no hashes, because a page is sent before its fragment is rendered
/// for the first time. Without hashes, the server cannot compare the content. So the first poll after a change gets all parts that may have
/// changed.
struct FragmentTag {
    var scope: String
    var version: Int
    var hashes: [String]

    init(scope: String, version: Int, hashes: [String] = []) { (self.scope, self.version, self.hashes) = (scope, version, hashes) }

    init?(header: String?) {
        // A weak tag is valid as well, because a cache weakens the tag of content that it has compressed.
        guard let tag = header.flatMap({ EntityTag($0) }) else { return nil }
        let parts = tag.opaque.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Substring($0) }
        guard parts.count >= 2, let version = Int(parts[1]) else { return nil }
        (scope, self.version, hashes) = (String(parts[0]), version, parts.dropFirst(2).map(String.init))
    }

    var text: String { EntityTag(opaque: ([scope, "\(version)"] + hashes).joined(separator: ".")).description }

    /// Whether no topic has changed since the tag was created. `scope` is the scope of the requested fragment.
    func isCurrent(in live: Live, _ topics: [Topic], scope: String) -> Bool {
        self.scope == scope && live.version(of: topics) <= version
    }

    /// The scope of a tag. A version is valid only for this reader and these topics in this run of this instance. Swift's hash value of the
    /// topics has another seed in each run, so nobody can invent a valid tag of a fragment that they may not see.
    static func scope(of live: Live, for reader: some CustomStringConvertible, _ topics: [Topic]) -> String {
        "\(live.runID)-\(reader)-\(String(UInt(bitPattern: Set(topics).hashValue), radix: 36))"
    }
}

extension FragmentTag {
    func headers(retryAfter: Int? = nil) -> HTTPFields {
        var headers: HTTPFields = [.eTag: text, .preferenceApplied: "wait", .cacheControl: "private, no-cache"]
        if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
        return headers
    }
}
