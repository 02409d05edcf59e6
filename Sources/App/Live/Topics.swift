extension Topic {
    static func lobby(_ club: ID<Club>) -> Topic { Topic(name: "lobby:\(club)") }
    /// Things of one member alone: challenges, their games.
    static func member(_ id: ID<Member>, in club: ID<Club>) -> Topic { Topic(name: "member:\(club):\(id)") }
    /// Other things that the member's bell counts: messages, requests, notices.
    static func inbox(_ id: ID<Member>, in club: ID<Club>) -> Topic { Topic(name: "inbox:\(club):\(id)") }
    /// The counts of the bell. It is a key of `SharedReads`, and is never announced.
    static func counter(_ id: ID<Member>, in club: ID<Club>, resting: [String]) -> Topic {
        Topic(name: "counter:\(club):\(id):\(resting.joined(separator: ","))")
    }
    static func account(_ id: ID<Account>) -> Topic { Topic(name: "account:\(id)") }
    var account: ID<Account>? { name.hasPrefix("account:") ? ID(name.dropFirst(8)) : nil }

    static func club(slug: String) -> Topic { Topic(name: "club:\(slug)") }
}
