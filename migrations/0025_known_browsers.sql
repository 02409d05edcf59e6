-- additive
-- A browser in which an account has signed in before is known by a cookie that is signed for this number, too: whoever ends all other
-- sessions counts it up, and no cookie of before is worth anything any more.

ALTER TABLE accounts ADD COLUMN browser_generation integer NOT NULL DEFAULT 0;
