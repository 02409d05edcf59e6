import Pictures
import FoundationEssentials
import Postgres

struct Photo: Sendable, RowDecodable {
    /// The files that are stored for a photo: two sizes of the whole picture, and the square beside the name (`avatar`).
    enum Size: String, DatabaseEnum { case large, small, avatar }

    var id: ID<Photo>
    var author: PersonRecord
    var caption: String
    /// The alternative text. "" if there is none.
    var description: String
    /// Who can see the photo. Nil if the photo belongs to a conversation, or an admin has removed it.
    var audience: Audience?
    /// True if an admin has removed the photo. Only its owner sees it then.
    var isRemoved: Bool
    var createdAt: Date
    var likes: Int
    /// Whether the reader likes the photo. Always false in lists.
    var isLiked: Bool
    /// The number of comments, at most 100. Always 0 outside of lists.
    var commentCount: Int
    var width: Int
    var height: Int
    /// The conversation in which the photo was sent. Nil in lists, and if the photo does not belong to a conversation.
    var conversation: ID<ChatRoom>?
    /// When a removed photo will be deleted for good. Nil in lists, and if no admin has removed the photo.
    var willBeDeletedAt: Date?

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        caption = try row.next()
        description = try row.next()
        let audience = try row.next(String.self)
        (self.audience, isRemoved) = (Audience(rawValue: audience), audience == "removed")
        createdAt = try row.next()
        likes = try row.next()
        isLiked = try row.next()
        commentCount = try row.next()
        width = try row.next()
        height = try row.next()
        conversation = try row.next()
        willBeDeletedAt = try row.next()
    }

    /// Columns of a photo `p` in a list, with its author `m` and its small file `f`. Likes and comments of the hidden members `$4` are not
    /// counted.
    static let listColumns: SQL = """
        p.id, \(PersonRecord.columns(of: "m")), p.caption, p.description, p.audience, p.created_at,
        p.likes - (SELECT count(*) FROM likes k WHERE k.club_id = p.club_id AND k.photo_id = p.id AND k.member_id = ANY ($4)), false,
        (SELECT count(*) FROM (SELECT FROM messages l WHERE l.club_id = p.club_id AND l.room_kind = 'photo' AND l.room_number = p.id
            AND l.removed_at IS NULL AND l.member_id <> ALL ($4) LIMIT 100) said), f.width, f.height, NULL::bigint, NULL::timestamptz
        """

    /// The columns of `photos` that `listColumns` reads.
    static let storedColumns: SQL = "club_id, id, member_id, caption, description, audience, created_at, likes"
}

/// The first bytes of a photo's file, and facts about the whole file.
struct PhotoFile: Sendable, RowDecodable {
    /// The SHA-256 hash of the uploaded file's content.
    var digest: Bytes
    /// The size of the file that was found. If `avatar` was requested, but the photo has no such file, this is `small`.
    var size: Photo.Size
    var owner: ID<Member>
    var isForClub: Bool
    var length: Int
    var beginning: Bytes

    init(_ row: inout Row) throws {
        digest = try row.next()
        size = try row.next()
        owner = try row.next()
        isForClub = try row.next(String.self) == "club"
        length = try row.next()
        beginning = try row.next()
    }
}

/// A photo that the member has uploaded before.
struct KnownPhoto: Sendable, RowDecodable {
    var id: ID<Photo>
    /// Who can see the photo. Nil if the photo belongs to a conversation, or an admin has removed it.
    var audience: Audience?
    var isRemoved: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        let audience = try row.next(String.self)
        (self.audience, isRemoved) = (Audience(rawValue: audience), audience == "removed")
    }
}

struct NewPhoto: Sendable {
    var pictures: PicturePair
    /// The SHA-256 hash of the uploaded file's content.
    var digest: [UInt8]
    var texts = PhotoCaption()
    var audience = Audience.club
    /// The conversation that the photo is for. Nil if the photo is for `audience`.
    var conversation: ID<ChatRoom>?

    /// The maximum number of photos of a member.
    static let quota = 1000
}
