import Postgres

/// Who may see a photo of another member, as SQL conditions on a row of `photos`. `Audience.includes` decides who belongs to an audience.
/// `PhotoAccessTests` finds statements over photos that use none of these conditions. It lists the exceptions with their reasons, such as
/// statements over own photos and over reported photos.
enum PhotoAccess {
    /// Whether a photo is shared with `member`, who is not its owner.
    static func isShared(_ photo: SQL, with member: SQL) -> SQL {
        Audience.includes(member, "\(photo).audience", of: "\(photo).member_id", in: "\(photo).club_id")
    }

    /// Whether a photo belongs to `member` or is shared with `member`.
    static func isOwnOrShared(_ photo: SQL, with member: SQL) -> SQL {
        "(\(photo).member_id = \(member) OR \(PhotoAccess.isShared(photo, with: member)))"
    }

    /// Whether a photo may appear in a list for `member`: own photos, also removed ones, and shared photos. `hidden` are the members who
    /// are hidden from `member` by a block.
    static func isListed(_ photo: SQL, to member: SQL, hidden: SQL) -> SQL {
        """
        \(photo).audience <> 'conversation' AND \(photo).member_id <> ALL (\(hidden))
            AND \(PhotoAccess.isOwnOrShared(photo, with: member))
        """
    }

    /// Whether `member` may open a photo by its address: photos that may appear in a list, and photos in their conversations.
    static func isOpen(_ photo: SQL, to member: SQL, hidden: SQL) -> SQL {
        """
        \(photo).member_id <> ALL (\(hidden)) AND (\(PhotoAccess.isOwnOrShared(photo, with: member))
            OR \(PhotoAccess.isInConversation(photo, of: member)))
        """
    }

    /// Whether `member` may read the comments on a photo. There are none on photos in conversations and on removed photos. For a photo
    /// that was already read for the member, `Photo.audience` is not nil in exactly these cases (`PhotoVisit.contents`).
    static func showsComments(_ photo: SQL, to member: SQL) -> SQL {
        """
        (\(photo).member_id = \(member) AND \(photo).audience NOT IN ('conversation', 'removed')
            OR \(PhotoAccess.isShared(photo, with: member)))
        """
    }

    /// Whether no block exists between the photo's owner and `member`.
    static func isNotBlocked(_ photo: SQL, for member: SQL) -> SQL {
        """
        NOT EXISTS (SELECT FROM blocked_pairs a
            WHERE a.club_id = \(photo).club_id AND a.member_id = \(member) AND a.other_id = \(photo).member_id)
        """
    }

    /// Whether a photo was sent in a conversation of `member`, in a message that was not removed.
    static func isInConversation(_ photo: SQL, of member: SQL) -> SQL {
        """
        \(photo).audience = 'conversation' AND EXISTS (SELECT FROM conversation_sides s WHERE s.club_id = \(photo).club_id
            AND s.member_id = \(member) AND s.conversation_id = \(photo).conversation_id)
            AND EXISTS (SELECT FROM messages l WHERE l.club_id = \(photo).club_id AND l.photo_id = \(photo).id AND l.removed_at IS NULL)
        """
    }

    /// Whether a photo is the avatar of its owner. All who may see the member may see the avatar.
    static func isAvatar(_ photo: SQL) -> SQL {
        "EXISTS (SELECT FROM members m WHERE m.club_id = \(photo).club_id AND m.id = \(photo).member_id AND m.photo_id = \(photo).id)"
    }

    /// Whether admins may see a photo of another member. This is so if the photo, or a message with the photo, has an open report or was
    /// removed.
    static func isForAdmins(_ photo: SQL) -> SQL {
        """
        (EXISTS (SELECT FROM reports r WHERE r.club_id = \(photo).club_id AND r.photo_id = \(photo).id AND r.verdict IS NULL)
            OR EXISTS (SELECT FROM removals v WHERE v.club_id = \(photo).club_id AND v.photo_id = \(photo).id)
            OR EXISTS (SELECT FROM messages l WHERE l.club_id = \(photo).club_id AND l.photo_id = \(photo).id AND (
                l.removed_at IS NULL AND EXISTS (SELECT FROM reports r
                    WHERE r.club_id = l.club_id AND r.message_id = l.id AND r.verdict IS NULL)
                OR EXISTS (SELECT FROM removals v WHERE v.club_id = l.club_id AND v.message_id = l.id))))
        """
    }

    // MARK: Parts of the feed

    // The feed reads the photos for the club separately from the photos for friends. Each of the two queries uses an index on the audience.
    static let isForClub: SQL = "audience = 'club'"
    /// Applies to the photos of friends, and also to the own photos of the reader.
    static let isForFriends: SQL = "audience = 'friends'"
    static let isForClubOrFriends: SQL = "audience IN ('club', 'friends')"
}
