/// The addresses of one kind of fragment in a club, which its members poll.
struct LiveRoute: Sendable {
    /// What a part of the fragment depends on, as far as its address tells: the same as the part itself says, so that a poll is answered
    /// from memory while nothing has changed there.
    struct PartTopics: Sendable {
        var topics: [Topic]
        /// The topic of the `SharedDrawing` that is all it shows; nil: it shows something else.
        var shared: Topic?

        init(_ topics: [Topic]) { self.topics = topics }
    }

    /// The fragment's parts in their order, for a member of a club; the last is what the pattern's own parameter stands for, "" if it has
    /// none.
    typealias Parts = @Sendable (ID<Member>, ID<Club>, Substring) -> [PartTopics]?

    let pattern: String
    let parts: Parts
    private let names: [Substring]

    /// A router's description of `/c/{club}/…`, with one more parameter at most.
    init(_ pattern: String, _ parts: @escaping Parts) {
        (self.pattern, self.parts) = (pattern, parts)
        names = pattern.split(separator: "/")
    }

    /// The club's name and the pattern's own parameter, if these are the parts of an address of this kind.
    func match(_ address: [Substring]) -> (club: Substring, own: Substring)? {
        guard address.count == names.count, address.count >= 2, address[0] == names[0] else { return nil }
        var own = Substring()
        for (name, given) in zip(names, address).dropFirst(2) {
            if name.utf8.first == UInt8(ascii: "{") { own = given } else if name != given { return nil }
        }
        return (address[1], own)
    }
}
