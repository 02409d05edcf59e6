extension Topic {
    static func lobby(_ club: ID<Club>) -> Topic { Topic(name: "lobby:\(club)") }
    /// What concerns one member alone: challenges, their games.
    static func member(_ id: ID<Member>, in club: ID<Club>) -> Topic { Topic(name: "member:\(club):\(id)") }
    /// What a member's counter counts besides: messages, requests, what others did.
    static func inbox(_ id: ID<Member>, in club: ID<Club>) -> Topic { Topic(name: "inbox:\(club):\(id)") }
    /// What the counter makes of it; nobody announces it.
    static func counter(_ id: ID<Member>, in club: ID<Club>, resting: [String]) -> Topic {
        Topic(name: "counter:\(club):\(id):\(resting.joined(separator: ","))")
    }
    /// Sessions and memberships of an account.
    static func account(_ id: ID<Account>) -> Topic { Topic(name: "account:\(id)") }
    /// The account of an account's topic.
    var account: ID<Account>? { name.hasPrefix("account:") ? ID(name.dropFirst(8)) : nil }

    static func club(slug: String) -> Topic { Topic(name: "club:\(slug)") }
}
