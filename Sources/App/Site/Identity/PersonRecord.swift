import Postgres

struct PersonRecord: Sendable, RowDecodable {
    var id: ID<Member>
    var handle: String
    var displayName: String
    var photo: ID<Avatar>?

    init(_ row: inout Row) throws {
        id = try row.next()
        handle = try row.next()
        displayName = try row.next()
        photo = try row.next()
    }

    /// Reads a member from the columns of a LEFT JOIN. Nil if the join has found no member.
    init?(ifAny row: inout Row) throws {
        let (id, handle, displayName): (ID<Member>?, String?, String?) = (try row.next(), try row.next(), try row.next())
        photo = try row.next()
        guard let id, let handle, let displayName else { return nil }
        (self.id, self.handle, self.displayName) = (id, handle, displayName)
    }

    static func columns(of m: SQL) -> SQL { "\(m).id, \(m).handle, \(m).display_name, \(m).photo_id" }

    var isFormer: Bool { handle.hasPrefix("~") }

    /// - Parameter club: the club whose members can see the avatar. Nil for visitors, who see no avatars.
    func person(in club: Club?) -> Person {
        var picture: String?
        if let club, club.parts.showsAvatars, let photo { picture = "\(club.path)/photos/\(photo)/avatar" }
        return Person(name: displayName, handle: handle, seed: id.rawValue, picture: picture)
    }
}

/// The square picture beside a name. An avatar has the id of the photo from which it was made.
enum Avatar {}
