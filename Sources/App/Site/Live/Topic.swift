/// Something that pages can watch for changes. Its name is sent to other instances. Features add their own topics in extensions.
struct Topic: Hashable, Sendable {
    let name: String
}

extension Topic {
    /// The topic of everything that the lobby shows to all members: who is online, with name and avatar, who seeks an opponent, and the
    /// running games. Admins also see the number of open reports there.
    static func lobby(_ club: ID<Club>) -> Topic { Topic(name: "lobby:\(club)") }
    /// The topic of what concerns one member alone: their challenges and their games.
    static func member(_ id: ID<Member>, in club: ID<Club>) -> Topic { Topic(name: "member:\(club):\(id)") }
    /// The topic of one member's messages, requests and notices, which the bell counts.
    static func inbox(_ id: ID<Member>, in club: ID<Club>) -> Topic { Topic(name: "inbox:\(club):\(id)") }
    /// A key of `SharedReads` for the counts of the bell. No change of this topic is ever announced.
    static func counter(_ id: ID<Member>, in club: ID<Club>, disabled: [String]) -> Topic {
        Topic(name: "counter:\(club):\(id):\(disabled.joined(separator: ","))")
    }
    static func account(_ id: ID<Account>) -> Topic { Topic(name: "account:\(id)") }
    var account: ID<Account>? { name.hasPrefix("account:") ? ID(name.dropFirst(8)) : nil }

    static func club(slug: String) -> Topic { Topic(name: "club:\(slug)") }
}
