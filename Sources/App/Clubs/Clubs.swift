import Postgres

/// The functions about the current club (`app.club_id`) that other features use.
enum Clubs {
    /// Makes the account a member. Nil if it is a member already.
    static func join(_ account: ID<Account>, role: String) -> Query<ID<Member>?> { ClubQueries().join(account, role: role) }

    static func newestMembers(limit: Int) -> Query<[MemberRecord]> { ClubQueries().newestMembers(limit: limit) }

    /// The code of the open invitation. Nil if there is none.
    static func invitation() -> Query<String?> { ClubQueries().invitation() }

    static func invitation(toPlayWith me: ID<Member>) -> Query<GameInvitation?> { ClubQueries().invitation(toPlayWith: me) }
}
