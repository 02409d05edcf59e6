import Postgres

/// All SQL over the profiles in `members`.
struct MemberQueries {
    func profile(of member: ID<Member>) -> Query<Profile?> {
        .first(
            """
            SELECT \(PersonRecord.columns(of: "m")), m.role, m.joined_at, m.about, coalesce(p.seen_at, m.seen_at),
                coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false),
                m.about_for, m.games_for, m.friends_for, m.seen_for, m.messages_from, m.shows_reading
            FROM members m LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            WHERE m.id = $1 AND m.left_at IS NULL
            """, member)
    }

    func change(_ form: ProfileForm, of me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE members SET display_name = $2, about = $3, about_for = $4, games_for = $5, friends_for = $6, seen_for = $7,
                messages_from = $8, shows_reading = $9
            WHERE id = $1
            """, me, form.displayName, form.about, form.privacy.about, form.privacy.games, form.privacy.friends, form.privacy.seen,
            form.privacy.messages, form.privacy.showsReading)
    }
}
