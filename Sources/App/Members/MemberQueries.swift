import Postgres

struct MemberQueries {
    func profile(of member: ID<Member>) -> Query<Profile?> {
        .first(
            """
            SELECT \(PersonRecord.columns(of: "m")), m.role, m.joined_at, m.about, coalesce(p.seen_at, m.seen_at),
                coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false),
                m.for_friends, m.for_me, m.messages_from, m.shows_reading, m.is_ranked
            FROM members m LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            WHERE m.id = $1 AND m.left_at IS NULL
            """, member)
    }

    func change(_ form: ProfileForm, of me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE members SET display_name = $2, about = $3, for_friends = $4, for_me = $5, messages_from = $6, shows_reading = $7,
                is_ranked = $8
            WHERE id = $1
            """, me, form.displayName, form.about, form.privacy.names(for: .friends), form.privacy.names(for: .me), form.privacy.messages,
            form.privacy.showsReading, form.privacy.isRanked)
    }
}
