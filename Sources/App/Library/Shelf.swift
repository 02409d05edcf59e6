import Postgres

/// Titles of a member's lists that they have put together.
struct Shelf: Sendable, RowDecodable {
    var id: ID<Shelf>
    var member: ID<Member>
    var name: String
    var audience: Audience

    /// How many a member may have.
    static let most = 30
    /// How many titles may stand on one.
    static let mostTitles = 500

    init(_ row: inout Row) throws {
        id = try row.next()
        member = try row.next()
        name = try row.next()
        audience = try row.next()
    }

    /// Of a shelf `s`.
    static let columns: SQL = "s.id, s.member_id, s.name, s.audience"

    static func path(of id: ID<Shelf>, in club: Club) -> String { "\(club.path)/library/shelves/\(id)" }
}

/// A shelf, and whose it is.
struct OwnedShelf: Sendable, RowDecodable {
    var shelf: Shelf
    var owner: PersonRecord

    init(_ row: inout Row) throws {
        shelf = try Shelf(&row)
        owner = try PersonRecord(&row)
    }
}

/// A shelf, with how many titles stand on it that one may see.
struct CountedShelf: Sendable, RowDecodable {
    var shelf: Shelf
    var titles: Int

    init(_ row: inout Row) throws {
        shelf = try Shelf(&row)
        titles = try row.next()
    }
}

/// A shelf as it was typed, and what is wrong with it.
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

/// Which shelves a title of a member's stands on.
struct ShelfPlace: Sendable, RowDecodable {
    var shelf: ID<Shelf>
    var name: String
    var isThere: Bool

    init(_ row: inout Row) throws {
        shelf = try row.next()
        name = try row.next()
        isThere = try row.next()
    }
}
