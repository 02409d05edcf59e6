import Web

/// A fragment's entity tag: for whom and for which topics it was given by which run of which instance, their version, and a hash of each
/// part. It counts for that fragment alone, which whoever has the tag was allowed to see.
/// There are no hashes in a page, which has not rendered its fragment yet; its content then counts as unknown.
struct FragmentTag {
    var epoch: String
    var version: Int
    var hashes: [String]

    init(epoch: String, version: Int, hashes: [String] = []) { (self.epoch, self.version, self.hashes) = (epoch, version, hashes) }

    init?(header: String?) {
        // Weak or not: a cache weakens the tag of what it has compressed.
        guard let tag = header.flatMap({ EntityTag($0) }) else { return nil }
        let parts = tag.opaque.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Substring($0) }
        guard parts.count >= 2, let version = Int(parts[1]) else { return nil }
        (epoch, self.version, hashes) = (String(parts[0]), version, parts.dropFirst(2).map(String.init))
    }

    var text: String { EntityTag(opaque: ([epoch, "\(version)"] + hashes).joined(separator: ".")).description }

    /// Whether nothing of `topics` has changed since; `epoch`: that of the fragment that is asked for.
    func isCurrent(in live: Live, _ topics: [Topic], epoch: String) -> Bool {
        self.epoch == epoch && live.version(of: topics) <= version
    }

    /// A version means something to this reader, of this fragment, in this run of this instance only. Hashes are seeded anew in each run,
    /// so that nobody can make up a tag for what they may not see.
    static func epoch(of live: Live, for reader: some CustomStringConvertible, _ topics: [Topic]) -> String {
        "\(live.epoch)-\(reader)-\(String(UInt(bitPattern: Set(topics).hashValue), radix: 36))"
    }
}
