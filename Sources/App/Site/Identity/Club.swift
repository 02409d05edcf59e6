import FoundationEssentials
import Postgres

struct Club: Sendable, RowDecodable {
    var id: ID<Club>
    var slug: String
    var name: String
    var description: String
    var isPublic: Bool
    var hue: Int
    var memberCount: Int
    var createdAt: Date
    /// The number of days for which messages are kept. Nil if they are kept forever.
    var chatDays: Int?
    /// The club's time zone, a name of the IANA Time Zone Database. The club's days begin at midnight in this time zone.
    var timeZone: String
    var parts: ClubParts
    var showsMembers: Bool
    var full: [StorageLimit]

    var path: String { "/c/" + slug }

    /// The number of days in which admins can restore a message or photo that an admin has removed. After that, the message or photo is
    /// deleted.
    static let adminDaysToRestore = 30

    init(_ row: inout Row) throws {
        id = try row.next()
        slug = try row.next()
        name = try row.next()
        description = try row.next()
        isPublic = try row.next(String.self) == "public"
        hue = try row.next()
        memberCount = try row.next()
        createdAt = try row.next()
        chatDays = try row.next()
        timeZone = try row.next()
        parts = ClubParts(disabled: try row.next(), order: try row.next())
        showsMembers = try row.next()
        full = try row.next([String].self).compactMap { StorageLimit(rawValue: $0) }
    }

    static func columns(of c: SQL) -> SQL {
        """
        \(c).id, \(c).slug, \(c).name, \(c).description, \(c).visibility, \(c).hue, \(c).member_count, \(c).created_at, \(c).chat_days,
            \(c).time_zone, \(c).parts_off, \(c).parts_order, \(c).shows_members,
            \(c).full_storage
        """
    }

    var home: String { path + (parts.enabled.first(where: \.isHome)?.path ?? "/") }
}

enum Member {}

struct Membership: Sendable, RowDecodable {
    var club: ID<Club>
    var member: ID<Member>
    var isAdmin: Bool
    /// Members whom this member does not see, because one of the two has blocked the other.
    var hidden: [ID<Member>]
    var leavingAt: Date?
    var full: [StorageLimit]

    init(_ row: inout Row) throws {
        club = try row.next()
        member = try row.next()
        isAdmin = try row.next(String.self) == "admin"
        hidden = try row.next()
        leavingAt = try row.next()
        full = try row.next([String].self).compactMap { StorageLimit(rawValue: $0) }
    }
}

struct MemberRecord: Sendable, RowDecodable {
    var person: PersonRecord
    var isAdmin: Bool
    var joinedAt: Date
    var isOnline: Bool
    var wins: Int
    var draws: Int
    var losses: Int
    /// True if the member does not show `wins`, `draws` and `losses` to the whole club.
    var isPrivate: Bool

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        isAdmin = try row.next(String.self) == "admin"
        joinedAt = try row.next()
        isOnline = try row.next()
        wins = try row.next()
        draws = try row.next()
        losses = try row.next()
        isPrivate = try row.next()
    }
}
