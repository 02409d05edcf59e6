-- additive
-- Something of the club that is sent in a message, such as a game: where it is below the club's path, and what it was called then.

ALTER TABLE lines
    ADD COLUMN card_path text,
    ADD COLUMN card_name text,
    ADD COLUMN card_words text,
    ADD CONSTRAINT lines_card_form CHECK (card_path IS NULL AND card_name IS NULL AND card_words IS NULL
        OR length(card_path) <= 200 AND length(card_name) BETWEEN 1 AND 200 AND length(card_words) <= 500) NOT VALID;
ALTER TABLE lines VALIDATE CONSTRAINT lines_card_form;
