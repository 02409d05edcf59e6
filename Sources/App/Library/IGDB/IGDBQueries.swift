import IGDB
import Postgres

/// All clubs share the games and the cached searches from IGDB, a database of video games on the internet. So the tenant is club 0.
struct IGDBQueries {
    /// The age in days from which a cached answer is fetched again. That happens in the background, and members see the old answer
    /// meanwhile.
    static let freshDays = 7
    static let hourlyLimit = 30

    /// The state of a cached search. Nil if nobody has searched for this key yet.
    func search(_ key: String) -> Query<CachedSearch?> {
        .first(
            """
            SELECT found IS NOT NULL, fetched_at < now() - make_interval(days => $2::integer) IS TRUE FROM igdb_searches WHERE key = $1
            """, key, Self.freshDays)
    }

    func games(of key: String, to me: ID<Member>) -> Query<[VideoGameEntry]> {
        .all(
            """
            SELECT \(VideoGameEntry.columns) FROM igdb_searches k CROSS JOIN LATERAL unnest(k.found) WITH ORDINALITY AS f (video_game_id, place)
            JOIN video_games t ON t.id = f.video_game_id \(VideoGameEntry.joins(to: "$2")) WHERE k.key = $1 ORDER BY f.place
            """, key, me)
    }

    /// Claims a search for `IGDBTimeLimits.searchClaim`, so that only one instance of the server sends it to IGDB.
    ///
    /// The claim is not granted if another instance has it, if the cached answer is fresh, or if `account` has reached `hourlyLimit`.
    /// - Parameter account: the account that the search counts for. If `account` is nil, there is no limit.
    func claim(_ key: String, for account: ID<Account>?) -> Query<SearchClaim> {
        .one(
            """
            WITH known AS (
                SELECT FROM igdb_searches
                WHERE key = $1 AND (claimed_until >= now() OR fetched_at >= now() - make_interval(days => $2::integer))
            ), counted AS (
                INSERT INTO igdb_accounts AS a (account_id, asked_at)
                SELECT $3::bigint, ARRAY[clock_timestamp()] WHERE $3 IS NOT NULL AND NOT EXISTS (SELECT FROM known)
                ON CONFLICT (account_id) DO UPDATE
                    SET asked_at = a.asked_at[greatest(cardinality(a.asked_at) - $4::integer + 2, 1):] || clock_timestamp()
                    WHERE cardinality(a.asked_at) < $4::integer
                        OR a.asked_at[cardinality(a.asked_at) - $4::integer + 1] <= clock_timestamp() - interval '1 hour'
                RETURNING account_id
            ), claimed AS (
                INSERT INTO igdb_searches AS k (key, claimed_until)
                SELECT $1, now() + make_interval(secs => $5) WHERE $3::bigint IS NULL OR EXISTS (SELECT FROM counted)
                ON CONFLICT (key) DO UPDATE SET claimed_until = excluded.claimed_until
                    WHERE (k.claimed_until IS NULL OR k.claimed_until < now())
                        AND (k.fetched_at IS NULL OR k.fetched_at < now() - make_interval(days => $2::integer))
                RETURNING key
            )
            SELECT EXISTS (SELECT FROM claimed), CASE WHEN $3 IS NOT NULL AND NOT EXISTS (SELECT FROM known)
                    AND NOT EXISTS (SELECT FROM counted)
                THEN coalesce((SELECT greatest(ceil(extract(epoch FROM asked_at[1] + interval '1 hour' - clock_timestamp())), 1)
                    FROM igdb_accounts WHERE account_id = $3), 3600)::bigint END
            """, key, Self.freshDays, account, Self.hourlyLimit, IGDBTimeLimits.searchClaim / .seconds(1))
    }

    /// Gives up a claim after the search has failed. An old cached answer stays.
    func release(_ key: String) -> Query<Int> {
        .change(
            """
            WITH unanswered AS (
                DELETE FROM igdb_searches WHERE key = $1 AND fetched_at IS NULL
            )
            UPDATE igdb_searches SET claimed_until = NULL WHERE key = $1 AND fetched_at IS NOT NULL
            """, key)
    }

    /// Saves the answer to a search. If the limit on stored IGDB games is reached, known games are updated, but new ones are left out.
    func saveAnswer(_ games: JSON, of key: String) -> Query<Int> {
        .change(
            """
            WITH given AS (
                SELECT * FROM ROWS FROM (jsonb_to_recordset($1) AS (id bigint, name text, "otherNames" text[], description text,
                    released text, platforms text[], genres text[], alone boolean, together smallint, against smallint, links text[],
                    popularity integer, image text)) WITH ORDINALITY AS g (provider_id, name, other_names, description, released, platforms,
                    genres, is_alone, together, against, links, popularity, image, place)
            ), kept AS (
                INSERT INTO video_games AS t (club_id, name, other_names, description, released, platforms, genres, is_alone, together, against,
                    links, source, popularity, provider, provider_id, image, fetched_at, cover_due_at)
                SELECT 0, name, other_names, description, released, platforms, genres, is_alone, together, against, links, 'IGDB',
                    popularity, 'igdb', provider_id, image, now(), CASE WHEN image IS NOT NULL THEN now() END
                FROM given g WHERE (SELECT count(*) FROM video_games WHERE provider = 'igdb') < coalesce(storage_limit('igdb_video_games'), 1000000)
                    OR EXISTS (SELECT FROM video_games k WHERE k.provider = 'igdb' AND k.provider_id = g.provider_id)
                ORDER BY provider_id
                ON CONFLICT (provider, provider_id) WHERE provider IS NOT NULL DO UPDATE SET name = excluded.name,
                    other_names = excluded.other_names, description = excluded.description, released = excluded.released,
                    platforms = excluded.platforms, genres = excluded.genres, is_alone = excluded.is_alone, together = excluded.together,
                    against = excluded.against, links = excluded.links, popularity = excluded.popularity, image = excluded.image,
                    fetched_at = excluded.fetched_at,
                    cover_due_at = CASE WHEN t.image IS DISTINCT FROM excluded.image THEN excluded.cover_due_at ELSE t.cover_due_at END,
                    cover_tries = CASE WHEN t.image IS DISTINCT FROM excluded.image THEN 0 ELSE t.cover_tries END
                RETURNING t.id, t.provider_id
            )
            UPDATE igdb_searches SET fetched_at = now(), claimed_until = NULL, found = ARRAY(
                SELECT k.id FROM kept k JOIN given g ON g.provider_id = k.provider_id ORDER BY g.place) WHERE key = $2
            """, games, key)
    }

    func saveMinutes(_ games: [Int], _ minutes: [Int]) -> Query<Int> {
        .change(
            """
            UPDATE video_games t SET minutes = g.minutes FROM unnest($1::bigint[], $2::bigint[]) g (id, minutes)
            WHERE t.provider = 'igdb' AND t.provider_id = g.id AND g.minutes BETWEEN 1 AND 600000
            """, games, minutes)
    }

    /// A game whose cover has to be fetched now. Nil if there is none.
    ///
    /// The statement also sets the time of the next attempt, so that no other instance of the server fetches the same cover in the
    /// meantime. The first attempt is repeated after 2 minutes. Each further wait is four times as long. There are at most six attempts.
    func claimDueCover() -> Query<OverdueCover?> {
        .first(
            """
            UPDATE video_games SET cover_tries = cover_tries + 1,
                cover_due_at = CASE WHEN cover_tries < 5 THEN now() + make_interval(mins => 2 * power(4, cover_tries)::integer) END
            WHERE id = (SELECT id FROM video_games WHERE cover_due_at <= now() ORDER BY cover_due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING id, image
            """)
    }

    func markCoverFetched(_ game: ID<VideoGame>) -> Query<Int> {
        .change("UPDATE video_games SET cover_due_at = NULL WHERE id = $1 AND provider = 'igdb'", game)
    }

    /// Deletes cached searches that were last fetched more than 90 days ago, and claims of instances that have crashed. The games stay.
    /// Returns the number of deleted searches.
    func deleteOldSearches(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM igdb_searches WHERE key IN (
                (SELECT key FROM igdb_searches WHERE fetched_at < now() - interval '90 days' ORDER BY fetched_at LIMIT $1)
                UNION ALL
                (SELECT key FROM igdb_searches WHERE fetched_at IS NULL AND claimed_until < now() - interval '1 hour' LIMIT $1))
            """, limit)
    }

    /// Deletes the stored search times of accounts that have not searched for an hour. Returns the number of these accounts.
    func deleteOldSearchTimes(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM igdb_accounts WHERE asked_at[cardinality(asked_at)] < now() - interval '1 hour' AND account_id IN (
                SELECT account_id FROM igdb_accounts WHERE asked_at[cardinality(asked_at)] < now() - interval '1 hour'
                ORDER BY asked_at[cardinality(asked_at)] LIMIT $1)
            """, limit)
    }
}

struct SearchClaim: RowRecord {
    var isGranted: Bool
    /// The number of seconds until the account may search again. Nil if it may do so now.
    var secondsToWait: Int?

    static let decoder = RowDecoder(SearchClaim.init)
}

struct CachedSearch: RowRecord {
    var isAnswered: Bool
    var isStale: Bool

    static let decoder = RowDecoder(CachedSearch.init)
}

struct OverdueCover: RowRecord {
    var game: ID<VideoGame>
    var image: String

    static let decoder = RowDecoder(OverdueCover.init)
}
