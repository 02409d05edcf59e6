import Web

/// The entity tag (ETag) of a live fragment. It consists of an epoch (the run of the instance, the reader and the topics), the version of
/// the topics, and a hash of each part. A tag is valid only for a fragment that its reader was allowed to see. When a page is sent, its
/// fragment has not been rendered yet. So the tag in the page has no hashes, and the content counts as unknown.
struct FragmentTag {
    var epoch: String
    var version: Int
    var hashes: [String]

    init(epoch: String, version: Int, hashes: [String] = []) { (self.epoch, self.version, self.hashes) = (epoch, version, hashes) }

    init?(header: String?) {
        // A weak tag is valid as well, because a cache weakens the tag of content that it has compressed.
        guard let tag = header.flatMap({ EntityTag($0) }) else { return nil }
        let parts = tag.opaque.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Substring($0) }
        guard parts.count >= 2, let version = Int(parts[1]) else { return nil }
        (epoch, self.version, hashes) = (String(parts[0]), version, parts.dropFirst(2).map(String.init))
    }

    var text: String { EntityTag(opaque: ([epoch, "\(version)"] + hashes).joined(separator: ".")).description }

    /// Whether no topic has changed since the tag was created. `epoch` is the epoch of the requested fragment.
    func isCurrent(in live: Live, _ topics: [Topic], epoch: String) -> Bool {
        self.epoch == epoch && live.version(of: topics) <= version
    }

    /// The epoch of a tag. A version is valid only for this reader and these topics in this run of this instance. Hash values have another
    /// seed in each run, so nobody can invent a valid tag of a fragment that they may not see.
    static func epoch(of live: Live, for reader: some CustomStringConvertible, _ topics: [Topic]) -> String {
        "\(live.epoch)-\(reader)-\(String(UInt(bitPattern: Set(topics).hashValue), radix: 36))"
    }
}
