import Postgres

/// What other features may ask about members.
enum Members {
    static func profile(of member: ID<Member>) -> Query<Profile?> { MemberQueries().profile(of: member) }
}
