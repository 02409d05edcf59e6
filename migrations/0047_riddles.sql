-- additive
-- Emoji Charades: riddles made of emoji, who tries them, what they say, and how that is judged.

CREATE TABLE riddles (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- NULL: it is EmoJim's, or they have left.
    sender_id bigint,
    -- `members`: those who have a row in `riddle_plays`; `link`: whoever follows a link, too; `club`: every member; EmoJim's `daily` and
    -- `welcome`.
    audience text NOT NULL,
    emoji text NOT NULL,
    solution text NOT NULL,
    kind text NOT NULL,
    hints text[] NOT NULL DEFAULT '{}',
    -- A hint opens each time so many hours have passed; NULL: when it is asked for.
    hint_hours smallint,
    -- Of the solution; NULL: its sender does not tell.
    words smallint,
    -- What its link ends with.
    code text,
    -- Which of EmoJim's it is, and of which day.
    jim_number integer,
    day date,
    -- Who made it first, where it was sent on.
    credit_id bigint,
    credits_jim boolean NOT NULL DEFAULT false,
    sent_at timestamptz NOT NULL DEFAULT now(),
    -- How many have come to an end with it, of those who solved it, and who did not: kept by `score_play`.
    finished integer NOT NULL DEFAULT 0,
    solved integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    -- When its sender took it from their lists: nobody begins with it any more.
    deleted_at timestamptz,
    -- When the last one did who had it: what it said is gone, only points are left.
    gone_at timestamptz,
    PRIMARY KEY (club_id, id),
    CONSTRAINT riddles_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT riddles_sender FOREIGN KEY (club_id, sender_id) REFERENCES members ON DELETE SET NULL (sender_id),
    CONSTRAINT riddles_credit FOREIGN KEY (club_id, credit_id) REFERENCES members ON DELETE SET NULL (credit_id),
    CONSTRAINT riddles_kind CHECK (kind IN ('saying', 'film', 'song', 'book', 'place', 'person', 'free')),
    CONSTRAINT riddles_audience CHECK (audience IN ('members', 'link', 'club', 'daily', 'welcome')
        AND (audience = 'link') = (code IS NOT NULL) AND (audience = 'daily') = (day IS NOT NULL)
        AND (audience IN ('daily', 'welcome')) = (jim_number IS NOT NULL)),
    CONSTRAINT riddles_form CHECK (gone_at IS NOT NULL AND emoji = '' AND solution = '' AND hints = '{}'
        OR gone_at IS NULL AND emoji <> '' AND length(emoji) <= 200 AND length(solution) BETWEEN 1 AND 100 AND cardinality(hints) <= 3),
    CONSTRAINT riddles_hint_hours CHECK (hint_hours IN (1, 6, 24)),
    CONSTRAINT riddles_counts CHECK (solved >= 0 AND failed >= 0 AND finished = solved + failed)
) WITH (fillfactor = 90);
CREATE UNIQUE INDEX riddles_one_a_day ON riddles (club_id, day) WHERE day IS NOT NULL;
CREATE UNIQUE INDEX riddles_one_welcome ON riddles (club_id) WHERE audience = 'welcome';
CREATE UNIQUE INDEX riddles_code ON riddles (club_id, code) WHERE code IS NOT NULL;
CREATE INDEX riddles_sent ON riddles (club_id, sender_id, id) WHERE sender_id IS NOT NULL;
CREATE INDEX riddles_hardest ON riddles (club_id, sender_id, failed DESC, id) WHERE failed > 0;
CREATE INDEX riddles_for_all ON riddles (club_id, id) WHERE audience = 'club' AND deleted_at IS NULL;
CREATE INDEX riddles_credited ON riddles (club_id, credit_id) WHERE credit_id IS NOT NULL;

-- Who has a riddle, and how far they are with it.
CREATE TABLE riddle_plays (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    riddle_id bigint NOT NULL,
    -- The riddle's sender.
    sender_id bigint,
    -- Whether it was sent to them: it waits for them, and its sender judges.
    is_direct boolean NOT NULL,
    -- Of EmoJim's riddle of the day.
    day date,
    -- `open`: for a try; `waiting`: for a verdict. The rest are ends: `right` gives its member a point, `wrong` and `given-up` its sender,
    -- `unjudged` and `withdrawn` nobody.
    state text NOT NULL DEFAULT 'open',
    tries smallint NOT NULL DEFAULT 0,
    -- How many hints were asked for.
    hints smallint NOT NULL DEFAULT 0,
    -- Whether nobody in the club has solved it before.
    is_first boolean NOT NULL DEFAULT false,
    -- Whether others are asked about the last verdict.
    is_disputed boolean NOT NULL DEFAULT false,
    sent_at timestamptz NOT NULL DEFAULT now(),
    waiting_since timestamptz,
    finished_at timestamptz,
    -- When its member took it from their lists.
    deleted_at timestamptz,
    -- When its member last nudged its sender, and the other way round.
    sender_nudged_at timestamptz,
    member_nudged_at timestamptz,
    PRIMARY KEY (club_id, member_id, riddle_id),
    CONSTRAINT riddle_plays_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT riddle_plays_sender FOREIGN KEY (club_id, sender_id) REFERENCES members ON DELETE SET NULL (sender_id),
    CONSTRAINT riddle_plays_riddle FOREIGN KEY (club_id, riddle_id) REFERENCES riddles ON DELETE CASCADE,
    CONSTRAINT riddle_plays_not_to_oneself CHECK (member_id <> sender_id),
    CONSTRAINT riddle_plays_form CHECK (state IN ('open', 'waiting', 'right', 'wrong', 'given-up', 'unjudged', 'withdrawn')
        AND tries BETWEEN 0 AND 3 AND hints BETWEEN 0 AND 3 AND (state = 'waiting') = (waiting_since IS NOT NULL)
        AND (state IN ('open', 'waiting')) = (finished_at IS NULL) AND (is_direct OR state <> 'waiting'))
) WITH (fillfactor = 80);
CREATE INDEX riddle_plays_of ON riddle_plays (club_id, riddle_id, member_id);
-- Who is first is decided here.
CREATE UNIQUE INDEX riddle_plays_one_first ON riddle_plays (club_id, riddle_id) WHERE is_first;
CREATE INDEX riddle_plays_received ON riddle_plays (club_id, member_id, riddle_id) WHERE is_direct AND deleted_at IS NULL;
CREATE INDEX riddle_plays_done ON riddle_plays (club_id, member_id, riddle_id) WHERE finished_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX riddle_plays_to_answer ON riddle_plays (club_id, member_id, riddle_id) WHERE state = 'open' AND is_direct AND NOT is_disputed;
CREATE INDEX riddle_plays_to_judge ON riddle_plays (club_id, sender_id, riddle_id) WHERE state = 'waiting' AND NOT is_disputed;
CREATE INDEX riddle_plays_by ON riddle_plays (club_id, sender_id, member_id) WHERE finished_at IS NULL;
CREATE INDEX riddle_plays_due ON riddle_plays (club_id, waiting_since) WHERE state = 'waiting';
CREATE INDEX riddle_plays_daily ON riddle_plays (club_id, member_id, day) WHERE state = 'right' AND day IS NOT NULL;

-- What they said.
CREATE TABLE riddle_answers (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    riddle_id bigint NOT NULL,
    number smallint NOT NULL,
    text text NOT NULL,
    -- `exact`, `nearly` or `none`, as it compares with the solution.
    match text NOT NULL,
    -- `right`, `wrong`, or `nearly` for one that cost no try; NULL: it waits.
    verdict text,
    -- `sender`, `match`, `time` or `jury`.
    judged_by text,
    made_at timestamptz NOT NULL DEFAULT now(),
    judged_at timestamptz,
    PRIMARY KEY (club_id, member_id, riddle_id, number),
    CONSTRAINT riddle_answers_play FOREIGN KEY (club_id, member_id, riddle_id) REFERENCES riddle_plays ON DELETE CASCADE,
    CONSTRAINT riddle_answers_form CHECK (length(text) BETWEEN 1 AND 120 AND number BETWEEN 1 AND 12 AND match IN ('exact', 'nearly', 'none')
        AND verdict IN ('right', 'wrong', 'nearly') AND judged_by IN ('sender', 'match', 'time', 'jury')
        AND (verdict IS NULL) = (judged_by IS NULL) AND (verdict IS NULL) = (judged_at IS NULL))
);

-- A verdict about which others are asked, once.
CREATE TABLE riddle_disputes (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    riddle_id bigint NOT NULL,
    -- The answer's.
    number smallint NOT NULL,
    reason text NOT NULL,
    opened_at timestamptz NOT NULL DEFAULT now(),
    closes_at timestamptz NOT NULL,
    rights smallint NOT NULL DEFAULT 0,
    wrongs smallint NOT NULL DEFAULT 0,
    settled_at timestamptz,
    PRIMARY KEY (club_id, member_id, riddle_id),
    CONSTRAINT riddle_disputes_answer FOREIGN KEY (club_id, member_id, riddle_id, number) REFERENCES riddle_answers ON DELETE CASCADE,
    CONSTRAINT riddle_disputes_form CHECK (length(reason) BETWEEN 1 AND 300 AND rights BETWEEN 0 AND 5 AND wrongs BETWEEN 0 AND 5)
);
CREATE INDEX riddle_disputes_due ON riddle_disputes (club_id, closes_at) WHERE settled_at IS NULL;

CREATE TABLE riddle_jurors (
    club_id bigint NOT NULL,
    juror_id bigint NOT NULL,
    riddle_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- `right` or `wrong`; `none` when their time was over.
    vote text,
    voted_at timestamptz,
    PRIMARY KEY (club_id, juror_id, riddle_id, member_id),
    CONSTRAINT riddle_jurors_juror FOREIGN KEY (club_id, juror_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT riddle_jurors_dispute FOREIGN KEY (club_id, member_id, riddle_id) REFERENCES riddle_disputes ON DELETE CASCADE,
    CONSTRAINT riddle_jurors_form CHECK (juror_id <> member_id AND vote IN ('right', 'wrong', 'none') AND (vote IS NULL) = (voted_at IS NULL))
);
CREATE INDEX riddle_jurors_of ON riddle_jurors (club_id, riddle_id, member_id);
CREATE INDEX riddle_jurors_asked ON riddle_jurors (club_id, juror_id, riddle_id) WHERE vote IS NULL;

-- Those are asked who were here last.
CREATE INDEX members_seen ON members (club_id, seen_at) WHERE seen_at IS NOT NULL AND left_at IS NULL;

-- What a member has made of riddles, as `score_play` and `score_riddle` keep it.
CREATE TABLE riddle_totals (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    points integer NOT NULL DEFAULT 0,
    solved integer NOT NULL DEFAULT 0,
    -- Of those they tried, with an end.
    finished integer NOT NULL DEFAULT 0,
    sent integer NOT NULL DEFAULT 0,
    -- The one of their own that most could not solve, and how many.
    hardest_id bigint,
    hardest_failed integer NOT NULL DEFAULT 0,
    -- Riddles of the day solved on days in a row: up to `streak_day`, and the most.
    streak integer NOT NULL DEFAULT 0,
    best_streak integer NOT NULL DEFAULT 0,
    streak_day date,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT riddle_totals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT riddle_totals_form CHECK (points >= 0 AND solved >= 0 AND finished >= solved AND sent >= 0)
) WITH (fillfactor = 80);
CREATE INDEX riddle_totals_by_points ON riddle_totals (club_id, points DESC, member_id) WHERE points > 0;
CREATE INDEX riddle_totals_by_solved ON riddle_totals (club_id, solved DESC, member_id) WHERE solved > 0;

-- One is added to, whoever is still here: in the order of the members, so that two who end at once do not wait for each other.
CREATE FUNCTION add_riddle_totals(club bigint, member bigint, more_points integer, more_solved integer, more_finished integer,
    more_sent integer) RETURNS void LANGUAGE sql AS $$
    -- A row that is there already is not proposed with what is taken away, which no row may have.
    INSERT INTO riddle_totals (club_id, member_id)
    SELECT m.club_id, m.id FROM members m WHERE m.club_id = club AND m.id = member AND m.left_at IS NULL ON CONFLICT DO NOTHING;
    UPDATE riddle_totals t SET points = t.points + more_points, solved = t.solved + more_solved, finished = t.finished + more_finished,
        sent = t.sent + more_sent
    FROM members m WHERE m.club_id = club AND m.id = member AND m.left_at IS NULL AND t.club_id = m.club_id AND t.member_id = m.id
$$;

-- What a play's new state is worth.
CREATE FUNCTION score_play() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    play riddle_plays := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    was text := CASE WHEN TG_OP = 'INSERT' THEN '' ELSE OLD.state END;
    becomes text := CASE WHEN TG_OP = 'DELETE' THEN '' ELSE NEW.state END;
    solving integer := (becomes = 'right')::integer - (was = 'right')::integer;
    failing integer := (becomes IN ('wrong', 'given-up'))::integer - (was IN ('wrong', 'given-up'))::integer;
    riddle riddles;
    for_sender integer;
BEGIN
    IF solving = 0 AND failing = 0 THEN
        RETURN NULL;
    END IF;
    UPDATE riddles SET solved = solved + solving, failed = failed + failing, finished = finished + solving + failing
        WHERE club_id = play.club_id AND id = play.riddle_id RETURNING * INTO riddle;
    -- Of all who tried one for the whole club its sender has a point at most.
    for_sender := CASE WHEN riddle.audience = 'club' THEN (riddle.failed > 0)::integer - (riddle.failed - failing > 0)::integer ELSE failing END;
    IF riddle.sender_id < play.member_id THEN
        PERFORM add_riddle_totals(play.club_id, riddle.sender_id, for_sender, 0, 0, 0);
    END IF;
    PERFORM add_riddle_totals(play.club_id, play.member_id, solving, solving, solving + failing, 0);
    IF riddle.sender_id > play.member_id THEN
        PERFORM add_riddle_totals(play.club_id, riddle.sender_id, for_sender, 0, 0, 0);
    END IF;
    IF failing <> 0 AND riddle.sender_id IS NOT NULL THEN
        UPDATE riddle_totals t SET (hardest_id, hardest_failed) = (
            SELECT max(h.id), coalesce(max(h.failed), 0) FROM (SELECT r.id, r.failed FROM riddles r
                WHERE r.club_id = t.club_id AND r.sender_id = t.member_id AND r.failed > 0 ORDER BY r.failed DESC, r.id LIMIT 1) h)
        WHERE t.club_id = play.club_id AND t.member_id = riddle.sender_id;
    END IF;
    IF play.day IS NOT NULL AND solving <> 0 THEN
        UPDATE riddle_totals t SET (streak, best_streak, streak_day) = (
            SELECT coalesce((array_agg(s.length ORDER BY s.last DESC))[1], 0), coalesce(max(s.length), 0), max(s.last) FROM (
                SELECT count(*)::integer AS length, max(d.day) AS last FROM (
                    SELECT p.day, row_number() OVER (ORDER BY p.day)::integer AS place FROM riddle_plays p
                    WHERE p.club_id = t.club_id AND p.member_id = t.member_id AND p.state = 'right' AND p.day IS NOT NULL) d
                GROUP BY d.day - d.place) s)
        WHERE t.club_id = play.club_id AND t.member_id = play.member_id;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER score AFTER INSERT OR DELETE OR UPDATE OF state ON riddle_plays FOR EACH ROW EXECUTE FUNCTION score_play();

CREATE FUNCTION score_riddle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_riddle_totals(NEW.club_id, NEW.sender_id, 0, 0, 0, 1);
    RETURN NULL;
END
$$;
CREATE TRIGGER score AFTER INSERT ON riddles FOR EACH ROW WHEN (NEW.sender_id IS NOT NULL) EXECUTE FUNCTION score_riddle();

-- What was said of a riddle, in whatever way, goes with what it said.
CREATE FUNCTION forget_riddle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM riddle_answers WHERE (club_id, member_id, riddle_id) IN (
        SELECT club_id, member_id, riddle_id FROM riddle_plays p WHERE p.club_id = NEW.club_id AND p.riddle_id = NEW.id);
    DELETE FROM lines WHERE club_id = NEW.club_id AND room = 'riddle:' || NEW.id::text;
    DELETE FROM notices WHERE club_id = NEW.club_id AND subject_id = NEW.id
        AND kind IN ('riddlejudged', 'riddledone', 'riddlenudge', 'riddledispute', 'riddlesettled');
    RETURN NULL;
END
$$;
CREATE TRIGGER forget AFTER UPDATE OF gone_at ON riddles FOR EACH ROW WHEN (OLD.gone_at IS NULL AND NEW.gone_at IS NOT NULL)
    EXECUTE FUNCTION forget_riddle();
CREATE TRIGGER room AFTER DELETE ON riddles FOR EACH ROW EXECUTE FUNCTION forget_room('riddle');
CREATE TRIGGER notices AFTER DELETE ON riddles FOR EACH ROW
    EXECUTE FUNCTION forget_notices('riddlejudged', 'riddledone', 'riddlenudge', 'riddledispute', 'riddlesettled');

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['riddles', 'riddle_plays', 'riddle_answers', 'riddle_disputes', 'riddle_jurors', 'riddle_totals'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint))
            WITH CHECK (club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint))', name);
    END LOOP;
END $$;
