/// The addresses at which members poll one kind of live fragment in a club.
struct LiveRoute: Sendable {
    /// The topics of a part of the fragment. They are known before the part is rendered, so that a poll is answered from memory while none
    /// of them has changed. They have to be the same topics as those of the `LiveFragment.Part`.
    struct PartTopics: Sendable {
        var topics: [Topic]
        /// The topic of the `SharedRendering` that the part shows. Nil if the part shows something else.
        var shared: Topic?

        init(_ topics: [Topic]) { self.topics = topics }
    }

    /// Returns the topics of the fragment's parts in their order. The last argument is the value of the pattern's parameter after the club,
    /// or "" if the pattern has no such parameter. Returns nil if that value is malformed.
    typealias Parts = @Sendable (ID<Member>, ID<Club>, Substring) -> [PartTopics]?

    let pattern: String
    let parts: Parts
    private let names: [Substring]

    /// - Parameter pattern: the pattern of the address as the router describes it, for example `/c/{club}/photos/{photo}/live`. It has at
    /// most one parameter after the club.
    init(_ pattern: String, _ parts: @escaping Parts) {
        (self.pattern, self.parts) = (pattern, parts)
        names = pattern.split(separator: "/")
    }

    /// The club's slug, and the value that the address has for the other parameter of the pattern. The value is empty if there is no such
    /// parameter. Nil if the address does not match the pattern.
    func match(_ address: [Substring]) -> (club: Substring, parameter: Substring)? {
        guard address.count == names.count, address.count >= 2, address[0] == names[0] else { return nil }
        var parameter = Substring()
        for (name, given) in zip(names, address).dropFirst(2) {
            if name.utf8.first == UInt8(ascii: "{") { parameter = given } else if name != given { return nil }
        }
        return (address[1], parameter)
    }
}
