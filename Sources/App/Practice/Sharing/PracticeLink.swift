import FoundationEssentials
import Postgres

/// A link that shows a member's practice to people without an account.
struct PracticeLink: Sendable, RowDecodable {
    enum Part: String, DatabaseEnum, CaseIterable {
        case wordley, slideit, taps, tasks

        var label: String {
            switch self {
            case .wordley: "Wordley"
            case .slideit: "SlideIt"
            case .taps: "How I tap in SlideIt"
            case .tasks: "My day: what I did this week"
            }
        }
    }

    var id: ID<PracticeLink>
    /// The name of the recipient, as the member has typed it.
    var label: String
    var parts: [Part]
    var endsAt: Date
    /// The last time that somebody opened the link. Nil if nobody has opened the link.
    var seenAt: Date?

    init(_ row: inout Row) throws {
        id = try row.next()
        label = try row.next()
        parts = try row.next([String].self).compactMap(Part.init)
        endsAt = try row.next()
        seenAt = try row.next()
    }

    /// The columns that `init` decodes. `l` is a row of `practice_links`.
    static let columns: SQL = "l.id, l.label, l.parts, l.ends_at, l.seen_at"

    static func path(_ token: SessionToken) -> String { "/practised/\(token.text)" }
}

struct FollowedLink: RowRecord {
    var club: Int
    var member: ID<Member>
    var link: PracticeLink

    static let decoder = RowDecoder(FollowedLink.init)
}

struct LinkOwner: RowRecord {
    var name: String
    var zone: String
    /// The slug of the member's club. Visitors with the link must not see the slug.
    var slug: String

    static let decoder = RowDecoder(LinkOwner.init)
}
