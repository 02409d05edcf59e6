import Postgres

extension WaitingKind {
    static let request = WaitingKind(
        "request", "Somebody would like to be my friend", rank: 3,
        rows: "SELECT FROM follows WHERE followed_id = $1 AND NOT is_mutual AND NOT is_ignored AND member_id <> ALL ($2)"
    ) { visit, limit in
        FriendQueries().requests(to: visit.me, limit: limit).map { requests in
            requests.filter { !visit.hidden.contains($0.person.id) }.map {
                NoticeRow($0.person, "would like to be your friend", "/friends", at: nil, isNew: true, club: visit.club)
            }
        }
    }
}

extension NoticeKind {
    /// Tells a member that somebody whom the member asked is now a friend. The subject of the notice is this new friend.
    static let friend = NoticeKind(
        "friend", "Somebody I asked is now my friend", text: { _, _ in "is now your friend" }, path: { "/members/\($0.actor.handle)" })
}
