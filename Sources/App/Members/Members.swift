import Postgres

/// The functions about members that other features use.
enum Members {
    static func profile(of member: ID<Member>) -> Query<Profile?> { MemberQueries().profile(of: member) }
}
