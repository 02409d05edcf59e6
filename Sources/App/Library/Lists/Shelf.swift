import Postgres

/// A list that a member has made, of video games that are on the member's lists.
struct Shelf: Sendable, RowDecodable {
    var id: ID<Shelf>
    var member: ID<Member>
    var name: String
    var audience: Audience

    static let limit = 30
    static let gameLimit = 500

    init(_ row: inout Row) throws {
        id = try row.next()
        member = try row.next()
        name = try row.next()
        audience = try row.next()
    }

    static let columns: SQL = "s.id, s.member_id, s.name, s.audience"

    static func path(of id: ID<Shelf>, in club: Club) -> String { "\(club.path)/library/shelves/\(id)" }
}

struct OwnedShelf: Sendable, RowDecodable {
    var shelf: Shelf
    var owner: PersonRecord

    init(_ row: inout Row) throws {
        shelf = try Shelf(&row)
        owner = try PersonRecord(&row)
    }
}

/// A shelf, with the number of games on it that the visitor can see.
struct CountedShelf: Sendable, RowDecodable {
    var shelf: Shelf
    var games: Int

    init(_ row: inout Row) throws {
        shelf = try Shelf(&row)
        games = try row.next()
    }
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
struct ShelfPlace: Sendable, RowDecodable {
    var shelf: ID<Shelf>
    var name: String
    var containsGame: Bool

    init(_ row: inout Row) throws {
        shelf = try row.next()
        name = try row.next()
        containsGame = try row.next()
    }
}
