import Postgres

struct Report: Sendable, RowDecodable {
    enum Reason: String, CaseIterable {
        case unkind, spam, `private`, other

        var label: String {
            switch self {
            case .unkind: "It is unkind"
            case .spam: "It is advertising or a trick"
            case .private: "It tells something private"
            case .other: "Something else"
            }
        }
    }

    var message: ChatMessageRecord
    /// The name of the member who was the first to report the message.
    var reporter: String
    var reporters: Int
    var reasons: [String]
    /// The chat room of the message. Nil if chat rooms of its kind no longer exist.
    var room: ChatRoom?

    init(_ row: inout Row) throws {
        message = try ChatMessageRecord(&row)
        reporter = try row.next()
        reporters = try row.next()
        reasons = try row.next()
        room = try ChatRoomColumns(&row)?.room(among: ChatRoomKind.all)
    }
}

struct PhotoReport: RowRecord {
    var photo: Photo
    /// The name of the member who was the first to report the photo.
    var reporter: String
    var reporters: Int
    var reasons: [String]

    static let decoder = RowDecoder(PhotoReport.init)
}
