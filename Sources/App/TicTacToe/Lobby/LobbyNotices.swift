import Postgres

extension WaitingKind {
    static let challenge = WaitingKind(
        "challenge", "Somebody challenges me", rank: 0,
        rows: "SELECT FROM challenges WHERE to_member = $1 AND state = 'open' AND expires_at > now() AND from_member <> ALL ($2)"
    ) { visit, _ in
        LobbyQueries().incoming(to: visit.me).map { challenges in
            challenges.filter { !visit.hidden.contains($0.from.id) }.map {
                NoticeRow($0.from, "challenges you to a game", "/lobby", at: $0.createdAt, isNew: true, club: visit.club)
            }
        }
    }
}

extension NoticeKind {
    /// Tells a member that somebody has accepted the member's challenge. The subject of the notice is the game that has started.
    static let accepted = NoticeKind(
        "accepted", "Somebody accepts my challenge", text: { _, _ in "has accepted your challenge" },
        path: { "/games/\($0.subject)" })
}
