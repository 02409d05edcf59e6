import Postgres

enum Audience: String, CaseIterable, DatabaseEnum {
    case club, friends, me

    /// Whether another member belongs to the audience. `isFriend` says whether that member is a friend of the owner.
    func includes(_ isFriend: Bool) -> Bool { self == .club || self == .friends && isFriend }

    /// SQL condition: whether `member` belongs to the audience in the column `audience`, to which `owner` shows something. `member` and
    /// `owner` are different members of `club`.
    static func includes(_ member: SQL, _ audience: SQL, of owner: SQL, in club: SQL) -> SQL {
        """
        (\(audience) = 'club' OR \(audience) = 'friends' AND EXISTS (SELECT FROM follows w
            WHERE w.club_id = \(club) AND w.member_id = \(owner) AND w.followed_id = \(member) AND w.is_mutual))
        """
    }

    var label: String {
        switch self {
        case .club: "The club"
        case .friends: "Friends"
        case .me: "Only me"
        }
    }
}

extension Choice {
    static func audiences(chosen: Audience) -> [Choice] {
        Audience.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == chosen) }
    }
}
