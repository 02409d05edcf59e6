import Postgres

struct FormerEntry: Sendable, RowDecodable {
    var id: ID<Ride>
    var name: String
    var park: String
    /// The place (town) of the park, if another park has the same name. Otherwise empty.
    var place: String

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        park = try row.next()
        place = try row.next()
    }

    /// Decodes the value of `arrayColumn`. Returns nil if the ride has no former entry.
    init?(_ texts: [String]?) {
        guard let texts, texts.count == 4, let id = ID<Ride>(texts[0]) else { return nil }
        (self.id, name, park, place) = (id, texts[1], texts[2], texts[3])
    }

    private var names: [String] { [name, park, place].filter { !$0.isEmpty } }
    var label: String { names.joined(separator: ", ") }
    /// The label in catalogue files, for example "Gale Force; Shoreline Pier".
    var fileLabel: String { names.joined(separator: "; ") }

    /// The columns of a former entry. Needs a row `m` of `rides` and the row `q` of its park.
    static let columns: SQL = "m.id, m.name, q.name, \(place)"
    private static let place: SQL = """
        CASE WHEN EXISTS (SELECT FROM parks o WHERE o.club_id = q.club_id AND o.name = q.name AND o.id <> q.id) THEN q.place ELSE '' END
        """

    /// One column with the former entry of the ride in row `r`: an array of ride number, ride name, park name and place. NULL if the ride
    /// has not moved.
    static let arrayColumn: SQL = """
        CASE WHEN r.moved_from IS NOT NULL THEN (SELECT ARRAY[m.id::text, m.name, q.name, \(place)]
            FROM rides m JOIN parks q ON q.club_id = m.club_id AND q.id = m.park_id WHERE m.club_id = r.club_id AND m.id = r.moved_from) END
        """

    /// SQL for the `label` of the ride with the number `id`. The text is empty if there is no such ride.
    static func label(of id: SQL) -> SQL {
        """
        coalesce((SELECT m.name || ', ' || q.name || coalesce(', ' || nullif(\(place), ''), '')
            FROM rides m JOIN parks q ON q.club_id = m.club_id AND q.id = m.park_id WHERE m.id = \(id)), '')
        """
    }
}

extension RideForm {
    static let unknownFormerEntry = "There is no such ride here. Write the ride and the park, for example “Gale Force, Shoreline Pier”."
    static let ambiguousFormerEntry =
        "There are several rides with this name. Write where the park is, too: “Gale Force, Shoreline Pier, Saltmarsh”."
    static let circularMove = "That ride was moved from this one. Two rides cannot be moved from each other."

    /// Finds the catalogue entry that the field "moved_from" names. Adds a problem to that field if there is no such entry or the move is
    /// not possible. If `ride` is nil, the form is for a new ride.
    mutating func findFormerEntry(of ride: Ride?, _ visit: MemberVisit) async throws {
        let (text, unchanged) = (input["moved_from"], RideForm(ride))
        facts.movedFrom = text == unchanged.input["moved_from"] ? unchanged.facts.movedFrom : nil
        guard !text.isEmpty, facts.movedFrom == nil, input.problems["moved_from"] == nil else { return }
        let found = try await visit.read(MovedRideQueries().entries(FormerEntryReadings(text), limit: 2))
        guard let entry = found.first else { return input.problems["moved_from"] = Self.unknownFormerEntry }
        guard found.count == 1 else { return input.problems["moved_from"] = Self.ambiguousFormerEntry }
        if let ride, try await visit.read(MovedRideQueries().moveHistory(of: entry.id, contains: ride.id)) {
            return input.problems["moved_from"] =
                entry.id == ride.id ? "This is the same ride. Write where it was before, or leave it empty." : Self.circularMove
        }
        facts.movedFrom = entry
        input.texts["moved_from"] = entry.label
    }
}
