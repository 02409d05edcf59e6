/// Who sees something of a member.
enum Audience: String, CaseIterable, StoredName {
    case club, friends, me

    /// Whether it is for somebody else, who is a friend or not.
    func includes(_ isFriend: Bool) -> Bool { self == .club || self == .friends && isFriend }

    var words: String {
        switch self {
        case .club: "The club"
        case .friends: "Friends"
        case .me: "Only me"
        }
    }
}

extension Choice {
    static func audiences(chosen: Audience) -> [Choice] {
        Audience.allCases.map { Choice(value: $0.rawValue, label: $0.words, isChosen: $0 == chosen) }
    }
}
