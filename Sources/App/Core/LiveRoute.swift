/// The addresses of one kind of fragment in a club, which its members poll.
struct LiveRoute: Sendable {
    /// What the fragment depends on, for a member of a club; the last is what the pattern's own parameter stands for, "" if it has none.
    typealias Topics = @Sendable (ID<Member>, ID<Club>, Substring) -> [Topic]?

    let pattern: String
    let topics: Topics
    private let parts: [Substring]

    /// A router's description of `/c/{club}/…`, with one more parameter at most.
    init(_ pattern: String, _ topics: @escaping Topics) {
        (self.pattern, self.topics) = (pattern, topics)
        parts = pattern.split(separator: "/")
    }

    /// The club's name and the pattern's own parameter, if these are the parts of an address of this kind.
    func match(_ address: [Substring]) -> (club: Substring, own: Substring)? {
        guard address.count == parts.count, address.count >= 2, address[0] == parts[0] else { return nil }
        var own = Substring()
        for (part, given) in zip(parts, address).dropFirst(2) {
            if part.utf8.first == UInt8(ascii: "{") { own = given } else if part != given { return nil }
        }
        return (address[1], own)
    }
}
