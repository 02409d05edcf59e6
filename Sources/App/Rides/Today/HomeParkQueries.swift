import Postgres

struct HomeParkQueries {
    func home(of member: ID<Member>) -> Query<HomePark?> {
        .first(
            "SELECT p.id, p.name FROM home_parks h JOIN parks p ON p.club_id = h.club_id AND p.id = h.park_id WHERE h.member_id = $1",
            member)
    }

    /// Makes the park the member's home park, in place of an earlier home park. Returns 0 if there is no such park.
    func choose(_ park: ID<Park>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO home_parks (club_id, member_id, park_id)
            SELECT p.club_id, m.id, p.id FROM parks p JOIN members m ON m.club_id = p.club_id AND m.id = $2 AND m.left_at IS NULL
            WHERE p.id = $1 FOR KEY SHARE OF p, m
            ON CONFLICT (club_id, member_id) DO UPDATE SET park_id = excluded.park_id
            """, park, me)
    }

    func remove(_ park: ID<Park>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM home_parks WHERE member_id = $2 AND park_id = $1", park, me)
    }

    // MARK: Export and erasure

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT p.id, json_build_object('park', p.name, 'place', p.place, 'country', p.country)::text
            FROM home_parks h JOIN parks p ON p.club_id = h.club_id AND p.id = h.park_id
            WHERE h.member_id = $1 AND h.park_id > $2 ORDER BY h.park_id LIMIT $3
            """, me, after, limit)
    }
}
