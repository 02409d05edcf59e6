-- additive
-- A club is a tenant. The first three tables are server-wide and belong to the Clubs feature alone; `members` is the first club
-- table: club_id leads its keys, and row-level security shows only the club that the segment named.

CREATE TABLE clubs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug text NOT NULL,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    visibility text NOT NULL,
    hue smallint NOT NULL DEFAULT 15,
    -- Kept with each join, so that a list of clubs counts nothing.
    member_count integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT clubs_slug_taken UNIQUE (slug),
    CONSTRAINT clubs_slug_form CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{1,38})[a-z0-9]$'),
    CONSTRAINT clubs_name_form CHECK (length(name) BETWEEN 1 AND 60 AND name = btrim(name)),
    CONSTRAINT clubs_description_form CHECK (length(description) <= 160),
    CONSTRAINT clubs_visibility_form CHECK (visibility IN ('public', 'private')),
    CONSTRAINT clubs_hue_form CHECK (hue BETWEEN 0 AND 345 AND hue % 15 = 0)
);
CREATE INDEX clubs_public ON clubs (member_count DESC, id) WHERE visibility = 'public';

CREATE TABLE memberships (
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    club_id bigint NOT NULL REFERENCES clubs ON DELETE CASCADE,
    member_id bigint NOT NULL,
    role text NOT NULL DEFAULT 'member',
    joined_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT memberships_once PRIMARY KEY (account_id, club_id),
    CONSTRAINT memberships_member UNIQUE (club_id, member_id),
    CONSTRAINT memberships_role_form CHECK (role IN ('member', 'admin'))
);

CREATE TABLE invitations (
    code text PRIMARY KEY,
    club_id bigint NOT NULL REFERENCES clubs ON DELETE CASCADE,
    created_by bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);
CREATE UNIQUE INDEX invitations_one_open ON invitations (club_id) WHERE revoked_at IS NULL;

CREATE TABLE members (
    club_id bigint NOT NULL REFERENCES clubs ON DELETE CASCADE,
    id bigint GENERATED ALWAYS AS IDENTITY,
    handle text NOT NULL,
    display_name text NOT NULL,
    role text NOT NULL DEFAULT 'member',
    joined_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT members_display_name_form CHECK (length(display_name) BETWEEN 1 AND 50),
    CONSTRAINT members_role_form CHECK (role IN ('member', 'admin'))
);
CREATE UNIQUE INDEX members_handle_taken ON members (club_id, handle);

ALTER TABLE members ENABLE ROW LEVEL SECURITY;
ALTER TABLE members FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON members
    USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);
