extension Topic {
    static func lobby(_ club: ID<Club>) -> Topic { Topic(name: "lobby:\(club)") }
    /// The topic of what concerns one member alone: their challenges and their games.
    static func member(_ id: ID<Member>, in club: ID<Club>) -> Topic { Topic(name: "member:\(club):\(id)") }
    /// The topic of the other things that the member's bell counts: messages, requests and notices.
    static func inbox(_ id: ID<Member>, in club: ID<Club>) -> Topic { Topic(name: "inbox:\(club):\(id)") }
    /// A key of `SharedReads` for the counts of the bell. No change of this topic is ever announced.
    static func counter(_ id: ID<Member>, in club: ID<Club>, resting: [String]) -> Topic {
        Topic(name: "counter:\(club):\(id):\(resting.joined(separator: ","))")
    }
    static func account(_ id: ID<Account>) -> Topic { Topic(name: "account:\(id)") }
    var account: ID<Account>? { name.hasPrefix("account:") ? ID(name.dropFirst(8)) : nil }

    static func club(slug: String) -> Topic { Topic(name: "club:\(slug)") }
}
