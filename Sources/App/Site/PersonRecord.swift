import Postgres

/// A member's name and face.
struct PersonRecord: Sendable, RowDecodable {
    var id: ID<Member>
    var handle: String
    var displayName: String
    /// Their picture; nil: their initials do.
    var photo: ID<Face>?

    init(_ row: inout Row) throws {
        id = try row.next()
        handle = try row.next()
        displayName = try row.next()
        photo = try row.next()
    }

    /// Of a member who was joined in from the left; nil: there is none.
    init?(ifAny row: inout Row) throws {
        let (id, handle, displayName): (ID<Member>?, String?, String?) = (try row.next(), try row.next(), try row.next())
        photo = try row.next()
        guard let id, let handle, let displayName else { return nil }
        (self.id, self.handle, self.displayName) = (id, handle, displayName)
    }

    /// Of a row of `members`.
    static func columns(of m: SQL) -> SQL { "\(m).id, \(m).handle, \(m).display_name, \(m).photo_id" }

    /// Whether they have left the club.
    var isFormer: Bool { handle.hasPrefix("~") }

    /// - Parameter club: in which the picture can be seen; nil: for visitors, who see none.
    func person(in club: Club?) -> Person {
        var picture: String?
        if let club, club.parts.showsFaces, let photo { picture = "\(club.path)/photos/\(photo)/face" }
        return Person(name: displayName, handle: handle, seed: id.rawValue, picture: picture)
    }
}

/// A photo as somebody's picture: its number is the photo's own.
enum Face {}
