-- Emoji Charades: riddles made of emoji, the answers of members, disputes about verdicts, and the totals of members.

-- A riddle: emoji that stand for a solution. Members and the mascot EmoJim send riddles.
CREATE TABLE riddles (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- NULL if EmoJim sent the riddle, or if the sender has left.
    sender_id bigint,
    -- `members`: the members with a row in `riddle_plays`; `link`: also everyone who opens the riddle's link; `club`: all members. Only
    -- EmoJim sends `daily` and `welcome` riddles, which all members can play.
    audience text NOT NULL,
    emoji text NOT NULL,
    solution text NOT NULL,
    kind text NOT NULL,
    hints text[] NOT NULL DEFAULT '{}',
    -- The number of hours after which each hint opens. NULL if hints open on request.
    hint_hours smallint,
    -- The number of words in the solution. NULL if the sender hides this number.
    words smallint,
    -- The end of the link's address. NULL if there is no link.
    code text,
    -- The number of the riddle in EmoJim's list. NULL if a member sent the riddle.
    jim_number integer,
    -- The day (UTC) of EmoJim's riddle of the day. NULL for all other riddles.
    day date,
    -- The first author, if the sender has forwarded the riddle of another member. NULL if nobody is credited, or if the first author has
    -- left.
    credit_id bigint,
    -- True if the sender has forwarded a riddle by EmoJim.
    credits_jim boolean NOT NULL DEFAULT false,
    sent_at timestamptz NOT NULL DEFAULT now(),
    -- `solved` and `failed` are the numbers of members who solved the riddle and who did not. `finished` is the sum. The trigger function
    -- `rank_riddle_play` keeps these numbers up to date.
    finished integer NOT NULL DEFAULT 0,
    solved integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    -- When the sender withdrew the riddle. Nobody can start it after that. Receivers keep it until they remove it from their lists.
    withdrawn_at timestamptz,
    -- When the emoji, the solution and the hints were erased, because the riddle was withdrawn and is on nobody's list any more, or because
    -- the sender has left. Only the points remain.
    erased_at timestamptz,
    PRIMARY KEY (club_id, id),
    CONSTRAINT riddles_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT riddles_credit FOREIGN KEY (club_id, credit_id) REFERENCES members ON DELETE SET NULL (credit_id),
    CONSTRAINT riddles_sender FOREIGN KEY (club_id, sender_id) REFERENCES members ON DELETE SET NULL (sender_id),
    CONSTRAINT riddles_audience
        CHECK (audience IN ('members', 'link', 'club', 'daily', 'welcome')
        AND (audience = 'link') = (code IS NOT NULL)
        AND (audience = 'daily') = (day IS NOT NULL)
        AND (audience IN ('daily', 'welcome')) = (jim_number IS NOT NULL)),
    CONSTRAINT riddles_counts CHECK (solved >= 0 AND failed >= 0 AND finished = (solved + failed)),
    CONSTRAINT riddles_form
        CHECK (erased_at IS NOT NULL AND emoji = '' AND solution = '' AND hints = '{}'
        OR erased_at IS NULL AND emoji <> '' AND length(emoji) <= 200 AND length(solution) BETWEEN 1 AND 100 AND cardinality(hints) <= 3),
    CONSTRAINT riddles_hint_hours CHECK (hint_hours = ANY (ARRAY[1, 6, 24])),
    CONSTRAINT riddles_kind CHECK (kind IN ('saying', 'film', 'song', 'book', 'place', 'person', 'free'))
) WITH (fillfactor = 90);
CREATE UNIQUE INDEX riddles_code ON riddles (club_id, code) WHERE code IS NOT NULL;
CREATE INDEX riddles_credited ON riddles (club_id, credit_id) WHERE credit_id IS NOT NULL;
CREATE INDEX riddles_for_all ON riddles (club_id, id) WHERE audience = 'club' AND withdrawn_at IS NULL;
CREATE INDEX riddles_hardest ON riddles (club_id, sender_id, failed DESC, id) WHERE failed > 0;
CREATE UNIQUE INDEX riddles_one_a_day ON riddles (club_id, day) WHERE day IS NOT NULL;
CREATE UNIQUE INDEX riddles_one_welcome ON riddles (club_id) WHERE audience = 'welcome';
CREATE INDEX riddles_sent ON riddles (club_id, sender_id, id) WHERE sender_id IS NOT NULL;
SELECT protect_club_table('riddles');

-- A riddle that a member has received or started, with the member's progress.
CREATE TABLE riddle_plays (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    riddle_id bigint NOT NULL,
    -- The sender of the riddle. NULL if EmoJim sent it, or if the sender has left.
    sender_id bigint,
    -- True if the riddle was sent to the member, or if the member opened its link. Then the sender judges the answers. Otherwise the server
    -- compares each answer with the solution.
    is_direct boolean NOT NULL,
    -- The day of EmoJim's riddle of the day. NULL for other riddles, and if the member starts or answers the riddle on a later day.
    day date,
    -- `open`: the member can answer; `waiting`: an answer waits for a verdict. The other states are final: `right` gives the member a
    -- point, `wrong` and `given-up` give the sender a point, `unjudged` and `withdrawn` give nobody a point.
    state text NOT NULL DEFAULT 'open',
    tries smallint NOT NULL DEFAULT 0,
    -- The number of hints that the member has asked for.
    hints smallint NOT NULL DEFAULT 0,
    -- True if the member was the first member of the club who solved the riddle.
    is_first boolean NOT NULL DEFAULT false,
    -- True while jurors vote about the last verdict.
    is_disputed boolean NOT NULL DEFAULT false,
    sent_at timestamptz NOT NULL DEFAULT now(),
    waiting_since timestamptz,
    finished_at timestamptz,
    -- When the member removed the riddle from their lists.
    removed_at timestamptz,
    -- When the member last reminded the sender to judge an answer.
    sender_nudged_at timestamptz,
    -- When the sender last reminded the member to answer.
    member_nudged_at timestamptz,
    PRIMARY KEY (club_id, member_id, riddle_id),
    CONSTRAINT riddle_plays_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT riddle_plays_riddle FOREIGN KEY (club_id, riddle_id) REFERENCES riddles ON DELETE CASCADE,
    CONSTRAINT riddle_plays_sender FOREIGN KEY (club_id, sender_id) REFERENCES members ON DELETE SET NULL (sender_id),
    CONSTRAINT riddle_plays_form
        CHECK (state IN ('open', 'waiting', 'right', 'wrong', 'given-up', 'unjudged', 'withdrawn')
        AND tries BETWEEN 0 AND 3 AND hints BETWEEN 0 AND 3
        AND (state = 'waiting') = (waiting_since IS NOT NULL)
        AND (state IN ('open', 'waiting')) = (finished_at IS NULL)
        AND (is_direct OR state <> 'waiting')),
    CONSTRAINT riddle_plays_not_to_oneself CHECK (member_id <> sender_id)
) WITH (fillfactor = 80);
CREATE INDEX riddle_plays_by ON riddle_plays (club_id, sender_id, member_id) WHERE finished_at IS NULL;
CREATE INDEX riddle_plays_daily ON riddle_plays (club_id, member_id, day) WHERE state = 'right' AND day IS NOT NULL;
CREATE INDEX riddle_plays_done ON riddle_plays (club_id, member_id, riddle_id) WHERE finished_at IS NOT NULL AND removed_at IS NULL;
CREATE INDEX riddle_plays_due ON riddle_plays (club_id, waiting_since) WHERE state = 'waiting';
CREATE INDEX riddle_plays_of ON riddle_plays (club_id, riddle_id, member_id);
CREATE UNIQUE INDEX riddle_plays_one_first ON riddle_plays (club_id, riddle_id) WHERE is_first;
CREATE INDEX riddle_plays_received ON riddle_plays (club_id, member_id, riddle_id) WHERE is_direct AND removed_at IS NULL;
CREATE INDEX riddle_plays_to_answer ON riddle_plays (club_id, member_id, riddle_id)
    WHERE state = 'open' AND is_direct AND NOT is_disputed;
CREATE INDEX riddle_plays_to_judge ON riddle_plays (club_id, sender_id, riddle_id) WHERE state = 'waiting' AND NOT is_disputed;
SELECT protect_club_table('riddle_plays');

-- An answer of a member to a riddle, with its verdict.
CREATE TABLE riddle_answers (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    riddle_id bigint NOT NULL,
    -- 1 is the member's first answer to the riddle.
    number smallint NOT NULL,
    text text NOT NULL,
    -- How the answer compares with the solution.
    match text NOT NULL,
    -- `nearly`: the answer was almost right and cost no try. NULL if the answer waits for a verdict.
    verdict text,
    -- `match`: the server compared the answer with the solution; `time`: the sender did not judge the answer within three days; `jury`:
    -- jurors decided a dispute.
    judged_by text,
    made_at timestamptz NOT NULL DEFAULT now(),
    judged_at timestamptz,
    PRIMARY KEY (club_id, member_id, riddle_id, number),
    CONSTRAINT riddle_answers_play FOREIGN KEY (club_id, member_id, riddle_id) REFERENCES riddle_plays ON DELETE CASCADE,
    CONSTRAINT riddle_answers_form
        CHECK (length(text) BETWEEN 1 AND 120 AND number BETWEEN 1 AND 12
        AND match IN ('exact', 'nearly', 'none') AND verdict IN ('right', 'wrong', 'nearly')
        AND judged_by IN ('sender', 'match', 'time', 'jury')
        AND (verdict IS NULL) = (judged_by IS NULL) AND (verdict IS NULL) = (judged_at IS NULL))
);
SELECT protect_club_table('riddle_answers');

-- A dispute about the verdict on a member's answer. Jurors vote about it. A member can open one dispute about each riddle.
CREATE TABLE riddle_disputes (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    riddle_id bigint NOT NULL,
    -- The number of the answer.
    number smallint NOT NULL,
    reason text NOT NULL,
    opened_at timestamptz NOT NULL DEFAULT now(),
    -- The vote ends at this time at the latest.
    closes_at timestamptz NOT NULL,
    -- The number of votes for each verdict.
    rights smallint NOT NULL DEFAULT 0,
    wrongs smallint NOT NULL DEFAULT 0,
    -- When the votes were counted. NULL while jurors can vote.
    decided_at timestamptz,
    PRIMARY KEY (club_id, member_id, riddle_id),
    CONSTRAINT riddle_disputes_answer FOREIGN KEY (club_id, member_id, riddle_id, number) REFERENCES riddle_answers ON DELETE CASCADE,
    CONSTRAINT riddle_disputes_form
        CHECK (length(reason) BETWEEN 1 AND 300 AND rights BETWEEN 0 AND 5 AND wrongs BETWEEN 0 AND 5)
);
CREATE INDEX riddle_disputes_due ON riddle_disputes (club_id, closes_at) WHERE decided_at IS NULL;
SELECT protect_club_table('riddle_disputes');

-- A member who is asked to vote in a dispute.
CREATE TABLE riddle_jurors (
    club_id bigint NOT NULL,
    juror_id bigint NOT NULL,
    riddle_id bigint NOT NULL,
    -- The member who opened the dispute.
    member_id bigint NOT NULL,
    -- `none` if the juror did not vote in time. NULL if the juror can still vote.
    vote text,
    voted_at timestamptz,
    PRIMARY KEY (club_id, juror_id, riddle_id, member_id),
    CONSTRAINT riddle_jurors_dispute FOREIGN KEY (club_id, member_id, riddle_id) REFERENCES riddle_disputes ON DELETE CASCADE,
    CONSTRAINT riddle_jurors_juror FOREIGN KEY (club_id, juror_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT riddle_jurors_form
        CHECK (juror_id <> member_id AND vote IN ('right', 'wrong', 'none') AND (vote IS NULL) = (voted_at IS NULL))
);
CREATE INDEX riddle_jurors_asked ON riddle_jurors (club_id, juror_id, riddle_id) WHERE vote IS NULL;
CREATE INDEX riddle_jurors_of ON riddle_jurors (club_id, riddle_id, member_id);
SELECT protect_club_table('riddle_jurors');

-- The points and totals of a member. The trigger functions `rank_riddle` and `rank_riddle_play` keep them up to date.
CREATE TABLE riddle_totals (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- One point for each solved riddle, and one point for each member who did not solve a riddle of this member. A riddle for the whole
    -- club gives its sender at most one point.
    points integer NOT NULL DEFAULT 0,
    solved integer NOT NULL DEFAULT 0,
    -- The number of riddles that the member solved, failed or gave up.
    finished integer NOT NULL DEFAULT 0,
    sent integer NOT NULL DEFAULT 0,
    -- The riddle of this member that the largest number of members did not solve, and this number.
    hardest_id bigint,
    hardest_failed integer NOT NULL DEFAULT 0,
    -- The number of days in a row on which the member solved the riddle of the day. The last streak ends on `streak_day`, and `best_streak`
    -- is the longest streak.
    streak integer NOT NULL DEFAULT 0,
    best_streak integer NOT NULL DEFAULT 0,
    streak_day date,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT riddle_totals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT riddle_totals_form CHECK (points >= 0 AND solved >= 0 AND finished >= solved AND sent >= 0)
) WITH (fillfactor = 80);
CREATE INDEX riddle_totals_by_points ON riddle_totals (club_id, points DESC, member_id) WHERE points > 0;
CREATE INDEX riddle_totals_by_solved ON riddle_totals (club_id, solved DESC, member_id) WHERE solved > 0;
SELECT protect_club_table('riddle_totals');
