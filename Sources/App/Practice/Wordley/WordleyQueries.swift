import Calendar
import Postgres

struct WordleyQueries {
    func game(_ id: ID<WordleyGame>, of me: ID<Member>) -> Query<WordleyGame?> {
        .first("SELECT \(WordleyGame.columns) FROM wordley_games g WHERE g.id = $1 AND g.member_id = $2", id, me)
    }

    /// The member's newest game, apart from words of the day.
    func newest(of me: ID<Member>) -> Query<WordleyGame?> {
        .first(
            """
            SELECT \(WordleyGame.columns) FROM wordley_games g WHERE g.member_id = $1 AND g.day IS NULL ORDER BY g.id DESC LIMIT 1
            """, me)
    }

    func game(of day: CalendarDate, by me: ID<Member>) -> Query<WordleyGame?> {
        .first("SELECT \(WordleyGame.columns) FROM wordley_games g WHERE g.member_id = $1 AND g.day = $2", me, day)
    }

    /// The secret key that decides the order of the club's words of the day. The key must not leave the server.
    func clubKey() -> Query<Bytes> { .one("SELECT word_key FROM clubs WHERE id = current_setting('app.club_id')::bigint") }

    /// Stores a new game. Nil if the member has an open game, has played the word of that day, or has left the club.
    func create(_ game: NewWordleyGame, by me: ID<Member>) -> Query<ID<WordleyGame>?> {
        .first(
            """
            INSERT INTO wordley_games (club_id, member_id, day, level, answer, rows, gives_first, is_hard, keys)
            SELECT m.club_id, m.id, $2, CASE WHEN $2::date IS NULL THEN $3::bigint END, $4, $5::bigint, $6, $7, $8 FROM members m
            WHERE m.id = $1 AND m.left_at IS NULL ON CONFLICT DO NOTHING RETURNING id
            """, me, game.day, game.level.number, game.answer, game.level.rows, game.level.givesFirst, game.level.isHard, game.keys)
    }

    /// Stores a guess, and ends the game if the guess is the answer or fills the last row. Nil if the game is not open, is not a game of
    /// the member, does not have `count` guesses, or has an answer of another length. Also nil if the game is in hard mode and `mayBeHard`
    /// is false.
    /// - Parameter mayBeHard: whether the caller has checked the guess against the rules of hard mode.
    func addGuess(
        _ guess: String, after count: Int, in game: ID<WordleyGame>, mayBeHard: Bool, by me: ID<Member>
    ) -> Query<WordleyGame?> {
        .first(
            """
            UPDATE wordley_games g SET guesses = g.guesses || $3::text, draft = '',
                state = CASE WHEN g.answer = $3 THEN 'won' WHEN cardinality(g.guesses) + 1 >= g.rows THEN 'lost' ELSE 'open' END,
                finished_at = CASE WHEN g.answer = $3 OR cardinality(g.guesses) + 1 >= g.rows THEN now() END
            WHERE g.id = $1 AND g.member_id = $2 AND g.state = 'open' AND cardinality(g.guesses) = $4 AND length(g.answer) = length($3)
                AND (NOT g.is_hard OR $5)
            RETURNING \(WordleyGame.columns)
            """, game, me, guess, count, mayBeHard)
    }

    /// Shows the letter at the position `place`, from 1, as help. Changes nothing unless the game has shown exactly `count` letters before.
    func help(_ place: Int, after count: Int, in game: ID<WordleyGame>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE wordley_games SET helped = helped || $3::smallint WHERE id = $1 AND member_id = $2 AND state = 'open'
                AND cardinality(helped) = $4 AND $3 <> ALL (helped) AND $3 BETWEEN 1 AND length(answer)
            """, game, me, place, count)
    }

    func giveUp(_ game: ID<WordleyGame>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE wordley_games SET state = 'lost', draft = '', finished_at = now() WHERE id = $1 AND member_id = $2 AND state = 'open'
            """, game, me)
    }

    /// Stores the letters that the member has typed in the row with the index `row`, from 0. Changes nothing if another row is the current
    /// row.
    func storeDraft(_ draft: String, inRow row: Int, of game: ID<WordleyGame>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE wordley_games SET draft = $3 WHERE id = $1 AND member_id = $2 AND state = 'open' AND draft <> $3 AND cardinality(guesses) = $4
            """, game, me, draft, row)
    }

    // MARK: Export and erasure
}
