-- additive
-- Words that a club has added to those that Wordley asks.

CREATE TABLE wordley_words (
    club_id bigint NOT NULL,
    word text NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, word),
    CONSTRAINT wordley_words_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT wordley_words_form CHECK (word ~ '^[a-z]{3,7}$')
);
ALTER TABLE wordley_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE wordley_words FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON wordley_words USING (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint))
    WITH CHECK (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint));
