import Postgres

enum LibraryBadges {
    static let games = BadgeSource(
        privacy: LibraryEntry.State.finished.privacy,
        values: """
            SELECT coalesce((SELECT l.video_games FROM library_totals l
                    WHERE l.club_id = m.club_id AND l.member_id = m.id AND l.state = 'finished'), 0),
                (SELECT count(*) FROM library_entries e WHERE e.club_id = m.club_id AND e.member_id = m.id AND e.state = 'finished'
                    AND e.note <> '')
            """,
        [
            BadgeMeasure(
                "video_games_finished", "game finished", "games finished", icon: "library",
                day: """
                    SELECT coalesce(e.active_on, \(Day.of("e.changed_at", in: "'UTC'"))) AS day FROM library_entries e
                    WHERE e.club_id = m.club_id AND e.member_id = m.id AND e.state = 'finished' ORDER BY day OFFSET k.goal - 1 LIMIT 1
                    """,
                [1: "Roll the credits", 10: "Ten endings", 50: "Fifty endings"]),
            BadgeMeasure(
                "video_games_reviewed", "finished game with a note", "finished games with a note", icon: "message",
                day: """
                    SELECT \(Day.of("e.added_at", in: "'UTC'")) FROM library_entries e
                    WHERE e.club_id = m.club_id AND e.member_id = m.id AND e.state = 'finished' AND e.note <> ''
                    ORDER BY e.added_at OFFSET k.goal - 1 LIMIT 1
                    """,
                [1: "First verdict", 10: "Critic", 50: "Columnist"]),
        ])
}
