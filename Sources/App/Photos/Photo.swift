import FoundationEssentials
import Postgres

/// A photo that a member shares with the club.
struct Photo: Sendable, RowDecodable {
    /// Which of its files.
    enum Size: String, StoredName { case large, small, face }

    var id: ID<Photo>
    var author: PersonRecord
    var caption: String
    /// What is to be seen, for whoever cannot see it; "" when nobody has said.
    var description: String
    /// nil: whoever is in its conversation, or nobody else any more.
    var audience: Audience?
    /// An admin has taken it out: nobody but its owner sees it.
    var isRemoved: Bool
    var createdAt: Date
    var likes: Int
    /// Whether whoever looks likes it; false in lists.
    var isLiked: Bool
    /// How many lines are under it, 100 for more; 0 where it is shown alone.
    var lines: Int
    var width: Int
    var height: Int
    /// Where it was sent, when it is shown alone.
    var conversation: ID<Room>?
    /// When it is gone for good, as an admin has taken it out; nil: nobody has, or it is one in a list.
    var goneAt: Date?

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
        lines = try row.next()
        width = try row.next()
        height = try row.next()
        conversation = try row.next()
        goneAt = try row.next()
    }

    /// Of a photo `p` in a list, with its author `m` and its small file `f`, for whoever does not see the members `$4`.
    static let listed: SQL = """
        p.id, \(PersonRecord.columns(of: "m")), p.caption, p.description, p.audience, p.created_at,
        p.likes - (SELECT count(*) FROM likes k WHERE k.club_id = p.club_id AND k.photo_id = p.id AND k.member_id = ANY ($4)), false,
        (SELECT count(*) FROM (SELECT FROM lines l WHERE l.club_id = p.club_id AND l.room_kind = 'photo' AND l.room_number = p.id
            AND l.removed_at IS NULL AND l.member_id <> ALL ($4) LIMIT 100) said), f.width, f.height, NULL::bigint, NULL::timestamptz
        """

    /// What a list takes of a row of `photos`.
    static let stored: SQL = "club_id, id, member_id, caption, description, audience, created_at, likes"

    /// Whether the photo of a row of `photos` is shared with `member`, who is another than its owner.
    static func isShared(_ photo: SQL, with member: SQL) -> SQL {
        Audience.includes(member, "\(photo).audience", of: "\(photo).member_id", in: "\(photo).club_id")
    }
}

/// The beginning of a photo's file, with what there is to know of the whole.
struct PhotoFile: Sendable, RowDecodable {
    /// Of what was sent: another one for another photo.
    var digest: Bytes
    /// The one that there is.
    var size: Photo.Size
    var owner: ID<Member>
    /// Whether everybody in the club may see it whom its owner may see.
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

/// A photo that has been sent before.
struct KnownPhoto: Sendable, RowDecodable {
    var id: ID<Photo>
    /// nil: whoever is in its conversation, or nobody else any more.
    var audience: Audience?
    /// An admin has taken it out.
    var isRemoved: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        let audience = try row.next(String.self)
        (self.audience, isRemoved) = (Audience(rawValue: audience), audience == "removed")
    }
}

/// A photo that is to be stored.
struct NewPhoto: Sendable {
    var pictures: PhotoProcessor.Pictures
    /// SHA-256 of what was sent.
    var digest: [UInt8]
    var words = PhotoWords()
    var audience = Audience.club
    /// For those two alone; nil: for `audience`.
    var conversation: ID<Room>?

    /// How many one may have.
    static let quota = 1000
}
