-- This file contains clubs and what connects their members: memberships, invitations, presence, blocks, follows and notices.

-- A club is a tenant of the server. This table has no row-level security, because the whole server uses it.
CREATE TABLE clubs (
    id bigint GENERATED ALWAYS AS IDENTITY,
    slug text NOT NULL,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    visibility text NOT NULL,
    -- The hue of the club's colour in degrees.
    hue smallint NOT NULL DEFAULT 15,
    -- The number of current members. The statements for joining and leaving update it, so that lists of clubs need not count.
    member_count integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- For how many days the club keeps chat messages. NULL if it keeps them forever.
    chat_days integer,
    -- The size of all photo files of the club. The function `count_photo_bytes` updates it.
    photo_bytes bigint NOT NULL DEFAULT 0,
    -- The names of the parts of the club that are switched off.
    parts_off text[] NOT NULL DEFAULT '{}',
    -- The names of the parts in the order of the navigation. Parts that are not in the list come last.
    parts_order text[] NOT NULL DEFAULT '{}',
    -- A name of the IANA Time Zone Database.
    time_zone text NOT NULL DEFAULT 'UTC',
    -- Whether visitors of a public club see who its members are. They always see the number of members.
    shows_members boolean NOT NULL DEFAULT false,
    -- The key that selects the club's words of the day, so that nobody can compute them. It consists of two secure random UUIDs of 122
    -- random bits each.
    word_key bytea NOT NULL DEFAULT decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-', ''), 'hex'),
    -- The names of the club's storage limits that are reached. Pages show a warning.
    full_storage text[] NOT NULL DEFAULT '{}',
    -- When the last member left, as the function `set_emptied_at` stores it. NULL if the club has members. -infinity if the deletion of the
    -- club has begun, so that nobody can join. A club without members is deleted after some time, in steps of a limited number of rows.
    emptied_at timestamptz,
    PRIMARY KEY (id),
    CONSTRAINT clubs_slug_taken UNIQUE (slug),
    CONSTRAINT clubs_chat_days_form CHECK (chat_days BETWEEN 1 AND 3650),
    CONSTRAINT clubs_description_form CHECK (length(description) <= 160),
    CONSTRAINT clubs_hue_form CHECK (hue BETWEEN 0 AND 345 AND (hue::integer % 15) = 0),
    CONSTRAINT clubs_name_form CHECK (length(name) BETWEEN 1 AND 60 AND name = btrim(name)),
    CONSTRAINT clubs_photo_bytes_form CHECK (photo_bytes >= 0),
    CONSTRAINT clubs_slug_form CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{1,38})[a-z0-9]$'),
    CONSTRAINT clubs_time_zone_form CHECK (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
    CONSTRAINT clubs_visibility_form CHECK (visibility IN ('public', 'private'))
);
CREATE INDEX clubs_public ON clubs (member_count DESC, id) WHERE visibility = 'public';

-- A person in one club. When the person leaves the club, the row stays without a name, because other members' games refer to it.
CREATE TABLE members (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- The member's name in addresses. For a former member: ~ and the id.
    handle text NOT NULL,
    display_name text NOT NULL,
    -- The same as in `memberships`. For a former member: `member`.
    role text NOT NULL DEFAULT 'member',
    joined_at timestamptz NOT NULL DEFAULT now(),
    -- What the member writes about themselves.
    about text NOT NULL DEFAULT '',
    -- When the member was last online, stored when their row in `presence` is deleted. NULL if that has not happened.
    seen_at timestamptz,
    -- The photo that is the member's avatar. NULL if there is none.
    photo_id bigint,
    -- A random code for the links by which the member invites somebody to play. Others do not know it, so they cannot make such a link in
    -- the name of the member.
    play_code text NOT NULL DEFAULT substr(replace((gen_random_uuid())::text, '-', ''), 1, 20),
    -- Who may send private messages to the member.
    messages_from text NOT NULL DEFAULT 'club',
    -- Whether the member shares read receipts of private messages.
    shows_reading boolean NOT NULL DEFAULT true,
    -- The kinds of notices that the member does not want.
    muted_kinds text[] NOT NULL DEFAULT '{}',
    -- When the member left the club. NULL for current members.
    left_at timestamptz,
    -- When the data of the former member were erased. NULL if they are not erased yet.
    erased_at timestamptz,
    -- The kinds of things that only friends can see (`for_friends`), or nobody else (`for_me`). The whole club can see the other kinds.
    for_friends text[] NOT NULL DEFAULT '{}',
    for_me text[] NOT NULL DEFAULT '{practice}',
    -- Whether leaderboards show the member.
    is_ranked boolean NOT NULL DEFAULT true,
    PRIMARY KEY (club_id, id),
    CONSTRAINT members_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT members_about_form CHECK (length(about) <= 300),
    CONSTRAINT members_departure CHECK (left_at IS NOT NULL OR erased_at IS NULL),
    CONSTRAINT members_display_name_form CHECK (length(display_name) BETWEEN 1 AND 50),
    CONSTRAINT members_messages_from_form CHECK (messages_from IN ('club', 'friends', 'nobody')),
    CONSTRAINT members_one_audience CHECK (NOT for_friends && for_me),
    CONSTRAINT members_role_form CHECK (role IN ('member', 'admin'))
);
CREATE UNIQUE INDEX members_handle_taken ON members (club_id, handle);
CREATE UNIQUE INDEX members_play_code ON members (club_id, play_code);
CREATE INDEX members_seen ON members (club_id, seen_at) WHERE seen_at IS NOT NULL AND left_at IS NULL;
CREATE INDEX members_to_erase ON members (club_id, left_at) WHERE left_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX members_unranked ON members (club_id, id) WHERE NOT is_ranked;
CREATE INDEX members_with_a_photo ON members (club_id, photo_id) WHERE photo_id IS NOT NULL;
SELECT protect_club_table('members');

-- A membership connects an account with its member in a club, until the member leaves. Row-level security shows the memberships of the
-- current club and of the current account.
CREATE TABLE memberships (
    account_id bigint NOT NULL,
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    role text NOT NULL DEFAULT 'member',
    joined_at timestamptz NOT NULL DEFAULT now(),
    -- The members whom this member does not see because of a block by either of them. They are stored here because every request reads the
    -- membership.
    hidden bigint[] NOT NULL DEFAULT '{}'::bigint[],
    -- The end of the membership, 30 days after the member decided to leave. Until then they can change their mind. NULL if they are not
    -- leaving.
    leaving_at timestamptz,
    -- The names of the storage limits that the member or the account has reached. Pages show a warning.
    full_storage text[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT memberships_once UNIQUE (account_id, club_id),
    CONSTRAINT memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE,
    CONSTRAINT memberships_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT memberships_role_form CHECK (role IN ('member', 'admin'))
);
CREATE INDEX memberships_admins ON memberships (club_id) WHERE role = 'admin';
CREATE INDEX memberships_full ON memberships (club_id) WHERE full_storage <> '{}';
CREATE INDEX memberships_leaving ON memberships (club_id, leaving_at) WHERE leaving_at IS NOT NULL;
CREATE INDEX memberships_seniority ON memberships (club_id, joined_at, member_id);
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY club_or_account ON memberships USING (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint)
    OR account_id = (SELECT nullif(current_setting('app.account_id', true), '')::bigint))
    WITH CHECK (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint));

-- A link that lets people into a club. A club has at most one open invitation.
CREATE TABLE invitations (
    -- The last part of the address of the link.
    code text NOT NULL,
    club_id bigint NOT NULL,
    -- The admin who created the invitation.
    inviter_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- NULL if the invitation is open.
    revoked_at timestamptz,
    PRIMARY KEY (club_id, code),
    CONSTRAINT invitations_code UNIQUE (code),
    CONSTRAINT invitations_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE
);
CREATE INDEX invitations_closed ON invitations (club_id, revoked_at) WHERE revoked_at IS NOT NULL;
CREATE UNIQUE INDEX invitations_one_open ON invitations (club_id) WHERE revoked_at IS NULL;
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
-- Visitors can read an invitation if they know its code.
CREATE POLICY club_or_code ON invitations USING (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint)
    OR code = (SELECT nullif(current_setting('app.invitation_code', true), '')))
    WITH CHECK (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint));

-- The last time that a member was online. Rows that are older than a day are deleted.
CREATE TABLE presence (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT presence_club_id_member_id_fkey FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX presence_recent ON presence (club_id, seen_at);
SELECT protect_club_table('presence');

-- A member has blocked another member. A block hides the two from each other.
CREATE TABLE blocks (
    club_id bigint NOT NULL,
    -- The member who has blocked the other one.
    member_id bigint NOT NULL,
    blocked_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id, blocked_id),
    CONSTRAINT blocks_blocked FOREIGN KEY (club_id, blocked_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT blocks_club_id_member_id_fkey FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT blocks_not_oneself CHECK (member_id <> blocked_id)
);
CREATE INDEX blocks_of ON blocks (club_id, blocked_id);
SELECT protect_club_table('blocks');

-- A block of a former member, by their account. If the account joins the club again, the block is restored.
CREATE TABLE blocked_accounts (
    club_id bigint NOT NULL,
    -- The member who has blocked the former member.
    member_id bigint NOT NULL,
    -- There is no foreign key, because club tables refer only to club tables.
    account_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id, account_id),
    CONSTRAINT blocked_accounts_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX blocked_accounts_of ON blocked_accounts (club_id, account_id);
SELECT protect_club_table('blocked_accounts');

-- A member follows another member. Two members who follow each other are friends.
CREATE TABLE follows (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    followed_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Whether the followed member follows back. Both rows change in the same transaction, so that one index has the list of friends.
    is_mutual boolean NOT NULL DEFAULT false,
    -- Whether the followed member ignores this friend request.
    is_ignored boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, member_id, followed_id),
    CONSTRAINT follows_followed FOREIGN KEY (club_id, followed_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT follows_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT follows_friends CHECK (NOT (is_mutual AND is_ignored)),
    CONSTRAINT follows_not_oneself CHECK (member_id <> followed_id)
);
CREATE INDEX follows_friends_of ON follows (club_id, member_id, followed_id) WHERE is_mutual;
CREATE INDEX follows_of ON follows (club_id, followed_id, member_id);
CREATE INDEX follows_requests ON follows (club_id, followed_id, created_at) WHERE NOT is_mutual AND NOT is_ignored;
SELECT protect_club_table('follows');

-- A member ignores the friend requests of another member, even if that member stops following and follows again.
CREATE TABLE dismissals (
    club_id bigint NOT NULL,
    -- The member who ignores the requests.
    member_id bigint NOT NULL,
    follower_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id, follower_id),
    CONSTRAINT dismissals_follower FOREIGN KEY (club_id, follower_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT dismissals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX dismissals_of ON dismissals (club_id, follower_id);
SELECT protect_club_table('dismissals');

-- News for one member about what others did. Things that wait for the member, such as a challenge or a message, are read from their own
-- tables instead.
CREATE TABLE notices (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    -- The member who caused the notice. If several members did, the last one.
    actor_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    is_read boolean NOT NULL DEFAULT false,
    -- For a notice about comments: the first comment that the member has not read. Otherwise NULL.
    message_id bigint,
    -- The id of the thing that the notice is about. Its table depends on `kind`.
    subject_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id, id),
    CONSTRAINT notices_actor FOREIGN KEY (club_id, actor_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT notices_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT notices_kind_form CHECK (kind ~ '^[a-z]+$')
);
CREATE INDEX notices_actor ON notices (club_id, actor_id);
CREATE INDEX notices_age ON notices (club_id, created_at);
CREATE UNIQUE INDEX notices_once ON notices (club_id, member_id, kind, subject_id);
CREATE INDEX notices_subject ON notices (club_id, subject_id, kind);
CREATE INDEX notices_unread ON notices (club_id, member_id) WHERE NOT is_read;
SELECT protect_club_table('notices');
