import Postgres

/// A list that a member has made, of video games that are on the member's lists.
struct Shelf: RowRecord {
    var id: ID<Shelf>
    var member: ID<Member>
    var name: String
    var audience: Audience

    static let limit = 30
    static let gameLimit = 500

    static let decoder = RowDecoder(Shelf.init)

    static let columns: SQL = "s.id, s.member_id, s.name, s.audience"

    static func path(of id: ID<Shelf>, in club: Club) -> String { "\(club.path)/library/shelves/\(id)" }
}

struct OwnedShelf: RowRecord {
    var shelf: Shelf
    var owner: PersonRecord

    static let decoder = RowDecoder(OwnedShelf.init)
}

struct CountedShelf: RowRecord {
    var shelf: Shelf
    var games: Int

    static let decoder = RowDecoder(CountedShelf.init)
}

struct ShelfForm: Sendable {
    var name: String
    var audience: Audience
    var problem: String?

    init(_ shelf: Shelf? = nil) { (name, audience) = (shelf?.name ?? "", shelf?.audience ?? .club) }

    init(_ form: Form) {
        name = form.line("name")
        audience = Audience(rawValue: form["audience"]) ?? .me
        if name.isEmpty || name.unicodeScalars.count > 60 { problem = "Give the shelf a name of at most 60 characters." }
    }
}

/// A shelf of a member, and whether a certain game is on it.
struct ShelfPlace: RowRecord {
    var shelf: ID<Shelf>
    var name: String
    var containsGame: Bool

    static let decoder = RowDecoder(ShelfPlace.init)
}
