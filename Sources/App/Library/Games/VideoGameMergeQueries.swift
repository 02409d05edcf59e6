import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// All SQL that merges a game of the club (the source) into another catalogue entry for the same game (the target). The statements run in
/// this order, in one transaction.
struct VideoGameMergeQueries {
    let source: ID<VideoGame>
    let target: ID<VideoGame>

    /// Prevents members from adding the source to a list and from deleting the target during the merge. Shared games are not locked,
    /// because they cannot be deleted.
    var lockGames: Query<Int> {
        .one(
            """
            SELECT count(*) FROM (SELECT FROM video_games WHERE id IN ($1, $2) AND club_id <> 0 ORDER BY id FOR UPDATE) locked
            """, source, target)
    }

    /// Copies the members' list entries to the target.
    ///
    /// If a member has both games, the entry of the target stays, and its empty fields get the values of the source. There is one
    /// exception: the target is on the list "I want to play", and the source is on another list. Then the target gets the list and the
    /// dates of the source.
    var copyEntries: Query<Int> {
        .change(
            """
            INSERT INTO library_entries AS o (club_id, member_id, video_game_id, own_video_game_id, state, rating, minutes, platform, note, started,
                finished, place, added_at, changed_at, active_on)
            SELECT e.club_id, e.member_id, t.id, CASE WHEN t.club_id <> 0 THEN t.id END, e.state, e.rating, e.minutes, e.platform, e.note,
                e.started, e.finished, e.place, e.added_at, e.changed_at, e.active_on
            FROM library_entries e JOIN video_games t ON t.id = $2 WHERE e.own_video_game_id = $1
            ON CONFLICT (club_id, member_id, video_game_id) DO UPDATE SET
                state = CASE WHEN \(VideoGameMergeQueries.sourceWins) THEN excluded.state ELSE o.state END,
                place = CASE WHEN \(VideoGameMergeQueries.sourceWins) THEN excluded.place ELSE o.place END,
                changed_at = CASE WHEN \(VideoGameMergeQueries.sourceWins) THEN excluded.changed_at ELSE o.changed_at END,
                active_on = CASE WHEN \(VideoGameMergeQueries.sourceWins) THEN excluded.active_on ELSE o.active_on END,
                finished = CASE WHEN \(VideoGameMergeQueries.sourceWins) THEN coalesce(excluded.finished, o.finished) ELSE o.finished END,
                rating = coalesce(o.rating, excluded.rating),
                minutes = coalesce(o.minutes, excluded.minutes), started = coalesce(o.started, excluded.started),
                platform = coalesce(nullif(o.platform, ''), excluded.platform), note = coalesce(nullif(o.note, ''), excluded.note)
            """, source, target)
    }

    private static let sourceWins: SQL = "(o.state = 'wants' AND excluded.state <> 'wants')"

    /// Gives the entries of the target the news of activity that the entries of the source have, so that the merge does not appear as news.
    /// A trigger has created wrong news when the entries were copied.
    var restoreNews: Query<Int> {
        .change(
            """
            UPDATE library_entries n SET news = o.news, news_at = o.news_at FROM library_entries o
            WHERE o.own_video_game_id = $1 AND n.club_id = o.club_id AND n.member_id = o.member_id AND n.video_game_id = $2
                AND (n.added_at = o.added_at OR n.news_at = now())
            """, source, target)
    }

    var copyShelves: Query<Int> {
        .change(
            """
            INSERT INTO shelf_games (club_id, shelf_id, member_id, video_game_id, place)
            SELECT h.club_id, h.shelf_id, h.member_id, t.id, h.place FROM video_games t CROSS JOIN library_entries o
            JOIN shelf_games h ON h.club_id = o.club_id AND h.member_id = o.member_id AND h.video_game_id = o.video_game_id
            WHERE t.id = $2 AND o.own_video_game_id = $1 ON CONFLICT DO NOTHING
            """, source, target)
    }

    /// Proposes the target for the evenings for which the source was proposed, and changes votes for the source to votes for the target.
    var copyEvenings: Query<Int> {
        .change(
            """
            WITH named AS (
                INSERT INTO evening_games (club_id, evening_id, video_game_id, own_video_game_id, place, is_chosen)
                SELECT c.club_id, c.evening_id, t.id, CASE WHEN t.club_id <> 0 THEN t.id END, c.place, c.is_chosen
                FROM evening_games c JOIN video_games t ON t.id = $2 WHERE c.own_video_game_id = $1
                ON CONFLICT (club_id, evening_id, video_game_id) DO UPDATE SET is_chosen = evening_games.is_chosen OR excluded.is_chosen
                RETURNING club_id, evening_id
            )
            UPDATE evening_guests g SET votes = array_replace(array_remove(g.votes, $2), $1, $2) FROM named n
            WHERE g.club_id = n.club_id AND g.evening_id = n.evening_id AND $1 = ANY (g.votes)
            """, source, target)
    }

    var movePlayerRequests: Query<Int> {
        .change(
            """
            UPDATE player_requests s SET video_game_id = t.id, own_video_game_id = CASE WHEN t.club_id <> 0 THEN t.id END
            FROM video_games t WHERE t.id = $2 AND s.own_video_game_id = $1
            """, source, target)
    }

    var moveMessages: Query<Int> {
        .change(
            "UPDATE messages l SET room_number = t.id FROM video_games t WHERE t.id = $2 AND l.room_kind = 'video_game' AND l.room_number = $1",
            source, target)
    }

    /// Saves that the address of the source redirects to the target. If other games were merged into the source before, their addresses
    /// redirect to the target, too.
    var saveRedirects: Query<Int> {
        .change(
            """
            WITH followed AS (
                UPDATE merged_video_games g SET video_game_id = t.id, own_video_game_id = CASE WHEN t.club_id <> 0 THEN t.id END
                FROM video_games t WHERE t.id = $2 AND g.own_video_game_id = $1
            )
            INSERT INTO merged_video_games (club_id, merged_id, video_game_id, own_video_game_id)
            SELECT s.club_id, s.id, t.id, CASE WHEN t.club_id <> 0 THEN t.id END FROM video_games s JOIN video_games t ON t.id = $2
            WHERE s.id = $1 AND s.club_id <> 0
            """, source, target)
    }

    /// Deletes the source. Returns 0 if the source or the target does not exist any more.
    var deleteSource: Query<Int> { VideoGameQueries().remove(source, mergedInto: target) }

    /// The game that a deleted game was merged into. Nil if it was not merged.
    static func target(of merged: ID<VideoGame>) -> Query<ID<VideoGame>?> {
        .first("SELECT video_game_id FROM merged_video_games WHERE merged_id = $1", merged)
    }
}
