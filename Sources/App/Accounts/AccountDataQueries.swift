import Postgres

struct AccountDataQueries {
    /// - Parameter clubs: the slugs of the clubs in which the account is a member.
    func account(_ account: ID<Account>, in clubs: [String]) -> Query<ExportRow?> {
        .first(
            """
            SELECT id, json_build_object('username', username, 'name', display_name, 'email', email, 'clubs', $2::text[],
                'display_preferences', json_build_object('scheme', scheme, 'text_size', text_size, 'large_targets', has_large_targets,
                'more_contrast', has_more_contrast, 'less_motion', has_less_motion, 'left_handed', is_left_handed, 'sounds', sounds,
                'vibrates', vibrates, 'skin_tone', skin_tone), 'time_zone', time_zone,
                'time_zone_by_device', time_zone_by_device)::text
            FROM accounts WHERE id = $1
            """, account, clubs)
    }

    func identities(of account: ID<Account>) -> Query<ExportRow?> {
        .first(
            """
            SELECT 1::bigint, coalesce(json_agg(json_build_object('provider', label, 'issuer', issuer, 'subject', subject, 'linked_at', made_at,
                'used_at', used_at) ORDER BY made_at), '[]')::text
            FROM account_identities WHERE account_id = $1
            """, account)
    }
}
