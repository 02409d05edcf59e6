-- additive
-- The key by which a club's words of the day are chosen, so that nobody can compute them. gen_random_uuid() is from the system's secure
-- random numbers, 122 bits each.
ALTER TABLE clubs ADD COLUMN word_key bytea NOT NULL
    DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
