import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// All SQL that puts a title of the club's together with another that is the same game, in one transaction.
struct TitleMergeQueries {
    let source: ID<Title>
    let target: ID<Title>

    /// Nobody puts the source on a list meanwhile, or takes the target away: everybody's stay.
    var lock: Query<Int> {
        .one(
            """
            SELECT count(*) FROM (SELECT FROM titles WHERE id IN ($1, $2) AND club_id <> 0 ORDER BY id FOR UPDATE) locked
            """, source, target)
    }

    /// What members have of it. Whoever has the other one, too, keeps it as it is, with what only this one says; but what they do, or did,
    /// counts for more than what they want.
    var entries: Query<Int> {
        .change(
            """
            INSERT INTO library_entries AS o (club_id, member_id, title_id, own_title_id, state, rating, minutes, platform, note, started,
                finished, place, added_at, changed_at, active_on)
            SELECT e.club_id, e.member_id, t.id, CASE WHEN t.club_id <> 0 THEN t.id END, e.state, e.rating, e.minutes, e.platform, e.note,
                e.started, e.finished, e.place, e.added_at, e.changed_at, e.active_on
            FROM library_entries e JOIN titles t ON t.id = $2 WHERE e.own_title_id = $1
            ON CONFLICT (club_id, member_id, title_id) DO UPDATE SET
                state = CASE WHEN \(TitleMergeQueries.isFurther) THEN excluded.state ELSE o.state END,
                place = CASE WHEN \(TitleMergeQueries.isFurther) THEN excluded.place ELSE o.place END,
                changed_at = CASE WHEN \(TitleMergeQueries.isFurther) THEN excluded.changed_at ELSE o.changed_at END,
                active_on = CASE WHEN \(TitleMergeQueries.isFurther) THEN excluded.active_on ELSE o.active_on END,
                finished = CASE WHEN \(TitleMergeQueries.isFurther) THEN coalesce(excluded.finished, o.finished) ELSE o.finished END,
                rating = coalesce(o.rating, excluded.rating),
                minutes = coalesce(o.minutes, excluded.minutes), started = coalesce(o.started, excluded.started),
                platform = coalesce(nullif(o.platform, ''), excluded.platform), note = coalesce(nullif(o.note, ''), excluded.note)
            """, source, target)
    }

    /// Whether the entry that goes is further on than the one that stays.
    private static let isFurther: SQL = "(o.state = 'wants' AND excluded.state <> 'wants')"

    /// Nobody hears of it as of something new.
    var news: Query<Int> {
        .change(
            """
            UPDATE library_entries n SET news = o.news, news_at = o.news_at FROM library_entries o
            WHERE o.own_title_id = $1 AND n.club_id = o.club_id AND n.member_id = o.member_id AND n.title_id = $2
                AND (n.added_at = o.added_at OR n.news_at = now())
            """, source, target)
    }

    var shelves: Query<Int> {
        .change(
            """
            INSERT INTO shelf_titles (club_id, shelf_id, member_id, title_id, place)
            SELECT h.club_id, h.shelf_id, h.member_id, t.id, h.place FROM titles t CROSS JOIN library_entries o
            JOIN shelf_titles h ON h.club_id = o.club_id AND h.member_id = o.member_id AND h.title_id = o.title_id
            WHERE t.id = $2 AND o.own_title_id = $1 ON CONFLICT DO NOTHING
            """, source, target)
    }

    /// Those on which it may be played, and the votes for it.
    var evenings: Query<Int> {
        .change(
            """
            WITH named AS (
                INSERT INTO evening_titles (club_id, evening_id, title_id, own_title_id, place, is_chosen)
                SELECT c.club_id, c.evening_id, t.id, CASE WHEN t.club_id <> 0 THEN t.id END, c.place, c.is_chosen
                FROM evening_titles c JOIN titles t ON t.id = $2 WHERE c.own_title_id = $1
                ON CONFLICT (club_id, evening_id, title_id) DO UPDATE SET is_chosen = evening_titles.is_chosen OR excluded.is_chosen
                RETURNING club_id, evening_id
            )
            UPDATE evening_guests g SET votes = array_replace(array_remove(g.votes, $2), $1, $2) FROM named n
            WHERE g.club_id = n.club_id AND g.evening_id = n.evening_id AND $1 = ANY (g.votes)
            """, source, target)
    }

    var seeks: Query<Int> {
        .change(
            """
            UPDATE title_seeks s SET title_id = t.id, own_title_id = CASE WHEN t.club_id <> 0 THEN t.id END
            FROM titles t WHERE t.id = $2 AND s.own_title_id = $1
            """, source, target)
    }

    /// What is said about it.
    var lines: Query<Int> {
        .change(
            "UPDATE lines l SET room_number = t.id FROM titles t WHERE t.id = $2 AND l.room_kind = 'title' AND l.room_number = $1",
            source, target)
    }

    /// Whoever comes to it, or to what it was put together with before, is led to the other one.
    var traces: Query<Int> {
        .change(
            """
            WITH followed AS (
                UPDATE merged_titles g SET title_id = t.id, own_title_id = CASE WHEN t.club_id <> 0 THEN t.id END
                FROM titles t WHERE t.id = $2 AND g.own_title_id = $1
            )
            INSERT INTO merged_titles (club_id, merged_id, title_id, own_title_id)
            SELECT s.club_id, s.id, t.id, CASE WHEN t.club_id <> 0 THEN t.id END FROM titles s JOIN titles t ON t.id = $2
            WHERE s.id = $1 AND s.club_id <> 0
            """, source, target)
    }

    /// Takes it away, once all of it is with the other one. Returns 0 where either is not there any more.
    var removal: Query<Int> { TitleQueries().remove(source, becoming: target) }

    /// The title with which one is put together that is not there any more; nil: none.
    static func target(of merged: ID<Title>) -> Query<ID<Title>?> {
        .first("SELECT title_id FROM merged_titles WHERE merged_id = $1", merged)
    }
}

/// Which games a title may be put together with: those that are called alike, or as an admin says.
struct TitleTwins: ViewModel {
    var search: String
    var action: String
    /// What was looked for; nil: the title's own name.
    var words: String?
    var choices: [Choice]
    var hasChoices: Bool

    init(_ found: [TitleEntry], words: String?, of title: ID<Title>, in club: Club) {
        let path = Title.path(of: title, in: club)
        (search, action, self.words) = (path + "/edit", path + "/merge", words)
        choices = found.filter { $0.id != title }.map {
            Choice(value: $0.id.description, label: $0.name, detail: TitleRow.words($0.released, $0.platforms))
        }
        hasChoices = !choices.isEmpty
    }
}

/// Putting titles together that are the same game.
struct TitleMergeRoutes {
    private static let most = 9

    func add(to site: Site) {
        site.memberPost("/c/:club/library/titles/:title/merge", on: "/library/titles/:title/edit", merge)
    }

    func twins(of title: Title, _ visit: MemberVisit) async throws -> TitleTwins {
        let words = visit.query("q").map { Form(["q": $0]).line("q").prefix(scalars: SearchPage.longest) }.flatMap { $0.isEmpty ? nil : $0 }
        if words != nil { try visit.spend(.titles) }
        let query = TitleQueries().titles(named: words ?? title.name, TitleFilter(), to: visit.me, limit: Self.most)
        return TitleTwins(try await visit.read(query), words: words, of: title.id, in: visit.club)
    }

    private func merge(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
        let title = try await TitleRoutes().own(visit)
        guard let target = ID<Title>(visit.form["into"]), target != title.id,
            try await visit.read(TitleQueries().title(target)) != nil
        else { throw Problem.malformed("Choose the game that it is.") }
        try visit.spend(.title)
        let queries = TitleMergeQueries(source: title.id, target: target)
        let (_, _, _, _, _, _, _, _, removed) = try await visit.database.write(
            tenant: visit.club.id.rawValue, retrying: true, queries.lock, queries.entries, queries.news, queries.shelves, queries.evenings,
            queries.seeks, queries.lines, queries.traces, queries.removal)
        // Somebody has taken one of the two away meanwhile.
        guard removed == 1 else { throw Problem.notFound }
        let club = visit.club.id
        visit.services.announcer.announce(.titleSeeks(club), .room(.title(target), in: club))
        return visit.redirect(to: Title.path(of: target, in: visit.club))
    }
}
