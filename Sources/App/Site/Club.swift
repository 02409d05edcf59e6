import FoundationEssentials
import Postgres

/// A tenant.
struct Club: Sendable, RowDecodable {
    var id: ID<Club>
    var slug: String
    var name: String
    var description: String
    var isPublic: Bool
    var hue: Int
    var memberCount: Int
    var createdAt: Date
    /// For how many days what is said is kept; nil: for good.
    var chatDays: Int?
    /// When its days begin: a name of the IANA Time Zone Database.
    var timeZone: String
    var parts: ClubParts
    /// Whether visitors see who is in it.
    var showsMembers: Bool
    /// Limits that the club has reached.
    var full: [StorageLimit]

    var path: String { "/c/" + slug }

    /// For how many days admins may bring back what admins took out; then it is gone for good.
    static let daysToBringBack = 30

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
        parts = ClubParts(off: try row.next(), order: try row.next())
        showsMembers = try row.next()
        full = try row.next([String].self).compactMap { StorageLimit(rawValue: $0) }
    }

    /// Of a row of `clubs`.
    static func columns(of c: SQL) -> SQL {
        """
        \(c).id, \(c).slug, \(c).name, \(c).description, \(c).visibility, \(c).hue, \(c).member_count, \(c).created_at, \(c).chat_days,
            \(c).time_zone, \(c).parts_off, \(c).parts_order, \(c).shows_members,
            \(c).full_storage
        """
    }

    /// Where its members begin.
    var home: String { path + (parts.on.first(where: \.isHome)?.path ?? "/") }
}

/// A person within a club.
enum Member {}

struct Membership: Sendable, RowDecodable {
    var club: ID<Club>
    var member: ID<Member>
    var isAdmin: Bool
    /// Whom the member does not see, whoever blocked whom.
    var hidden: [ID<Member>]
    /// When they leave; nil: they have not said so.
    var leavingAt: Date?
    /// Limits that the member has reached.
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

/// A member with their record of games.
struct MemberRecord: Sendable, RowDecodable {
    var person: PersonRecord
    var isAdmin: Bool
    var joinedAt: Date
    var isOnline: Bool
    var wins: Int
    var draws: Int
    var losses: Int
    /// Whether the record is not for the whole club.
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
