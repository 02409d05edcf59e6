/// A fragment's entity tag: which run of which instance gave it to which member, the version of its topics, and a hash of each part.
/// There are no hashes in a page, which has not rendered its fragment yet; its content then counts as unknown.
struct FragmentTag {
    var epoch: String
    var version: Int
    var hashes: [String]

    /// A version means something to this member in this run of this instance only.
    init(of live: Live, for member: ID<Member>, version: Int, hashes: [String] = []) {
        (epoch, self.version, self.hashes) = (Self.epoch(of: live, for: member), version, hashes)
    }

    init?(header: String?) {
        // Weak or not: a cache weakens the tag of what it has compressed.
        guard let tag = header.flatMap({ EntityTag($0) }) else { return nil }
        let parts = tag.opaque.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Substring($0) }
        guard parts.count >= 2, let version = Int(parts[1]) else { return nil }
        (epoch, self.version, hashes) = (String(parts[0]), version, parts.dropFirst(2).map(String.init))
    }

    var text: String { EntityTag(opaque: ([epoch, "\(version)"] + hashes).joined(separator: ".")).description }

    /// Whether nothing of `topics` has changed since.
    func isCurrent(in live: Live, for member: ID<Member>, _ topics: [Topic]) -> Bool {
        epoch == Self.epoch(of: live, for: member) && live.version(of: topics) <= version
    }

    private static func epoch(of live: Live, for member: ID<Member>) -> String { "\(live.epoch)-\(member)" }
}
