import Postgres

/// Who sees something of a member.
enum Audience: String, CaseIterable, StoredName {
    case club, friends, me

    /// Whether it is for somebody else, who is a friend or not.
    func includes(_ isFriend: Bool) -> Bool { self == .club || self == .friends && isFriend }

    /// The same in SQL: whether what `owner` shows to the column `audience` is for `member`, another of the same `club`.
    static func includes(_ member: SQL, _ audience: SQL, of owner: SQL, in club: SQL) -> SQL {
        """
        (\(audience) = 'club' OR \(audience) = 'friends' AND EXISTS (SELECT FROM follows w
            WHERE w.club_id = \(club) AND w.member_id = \(owner) AND w.followed_id = \(member) AND w.is_mutual))
        """
    }

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
