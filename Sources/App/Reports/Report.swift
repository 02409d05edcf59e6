import Postgres

/// A line that members would have an admin look at, with all that was said against it.
struct Report: Sendable, RowDecodable {
    /// What somebody finds wrong with a line, or a photo.
    enum Reason: String, CaseIterable {
        case unkind, spam, `private`, other

        var words: String {
            switch self {
            case .unkind: "It is unkind"
            case .spam: "It is advertising or a trick"
            case .private: "It tells something private"
            case .other: "Something else"
            }
        }
    }

    var line: LineRecord
    /// Who reported it, the first one.
    var reporter: String
    var reporters: Int
    var reasons: [String]
    /// Nil if its kind does not exist any more.
    var room: Room?

    init(_ row: inout Row) throws {
        line = try LineRecord(&row)
        reporter = try row.next()
        reporters = try row.next()
        reasons = try row.next()
        room = try RoomColumns(&row)?.room(among: RoomKind.all)
    }
}

/// A photo that members would have an admin look at.
struct PhotoReport: Sendable, RowDecodable {
    var photo: Photo
    /// Who reported it, the first one.
    var reporter: String
    var reporters: Int
    var reasons: [String]

    init(_ row: inout Row) throws {
        photo = try Photo(&row)
        reporter = try row.next()
        reporters = try row.next()
        reasons = try row.next()
    }
}
