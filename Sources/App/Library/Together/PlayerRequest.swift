import FoundationEssentials
import Postgres

/// The request of a member who looks for others to play a video game with, until `expiresAt`.
struct PlayerRequest: RowRecord {
    var person: PersonRecord
    var game: ID<VideoGame>
    var name: String
    var note: String
    var expiresAt: Date
    /// True if the visitor can send this member a message.
    var takesMessages: Bool

    static let decoder = RowDecoder(PlayerRequest.init)

    /// Columns of the row `r` of `player_requests`. The statement must have `joins` after this row. `me` is the visitor.
    static func columns(to me: SQL) -> SQL {
        """
        \(PersonRecord.columns(of: "m")), t.id, t.name, r.note, r.expires_at,
            m.id <> \(me) AND \(Audience.includes(me, "m.messages_from", of: "m.id", in: "m.club_id"))
        """
    }

    static let joins: SQL = """
        JOIN members m ON m.club_id = r.club_id AND m.id = r.member_id AND m.left_at IS NULL JOIN video_games t ON t.id = r.video_game_id
        ORDER BY r.created_at DESC, r.member_id
        """
}

struct PlayerRequestForm: Sendable {
    var minutes: Int
    var note: String

    static let durations: KeyValuePairs = [30: "Half an hour", 60: "An hour", 120: "Two hours", 240: "Four hours"]
    static let noteLimit = 200

    /// Throws `Refusal` if the form is invalid.
    init(_ form: Form) throws {
        guard let minutes = form.number("minutes"), Self.durations.contains(where: { $0.key == minutes }) else {
            throw Refusal(.unprocessableContent, "Choose how long you want to look for players.")
        }
        (self.minutes, note) = (minutes, form.line("note"))
        let length = note.unicodeScalars.count
        if length > Self.noteLimit {
            throw Refusal(.unprocessableContent, "That is \(length) characters. The limit is \(Self.noteLimit).")
        }
    }
}
