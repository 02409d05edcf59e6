import HTMLTemplates
import Postgres

/// The entry of a ride where it stood before.
struct EarlierEntry: Sendable, RowDecodable {
    var id: ID<Ride>
    var name: String
    var park: String
    /// Where there are several parks of that name; else "".
    var place: String

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        park = try row.next()
        place = try row.next()
    }

    /// As `column` has it.
    init?(_ texts: [String]?) {
        guard let texts, texts.count == 4, let id = ID<Ride>(texts[0]) else { return nil }
        (self.id, name, park, place) = (id, texts[1], texts[2], texts[3])
    }

    private var names: [String] { [name, park, place].filter { !$0.isEmpty } }
    /// "Gale Force, Shoreline Pier"
    var words: String { names.joined(separator: ", ") }
    /// As a file has it: "Gale Force; Shoreline Pier".
    var listed: String { names.joined(separator: "; ") }

    /// Of a row `m` of `rides` and its park `q`.
    static let columns: SQL = "m.id, m.name, q.name, \(place)"
    private static let place: SQL = """
        CASE WHEN EXISTS (SELECT FROM parks o WHERE o.club_id = q.club_id AND o.name = q.name AND o.id <> q.id) THEN q.place ELSE '' END
        """

    /// Of a row `r` of `rides`: number, names and place in one; NULL: it stood nowhere else.
    static let column: SQL = """
        CASE WHEN r.moved_from IS NOT NULL THEN (SELECT ARRAY[m.id::text, m.name, q.name, \(place)]
            FROM rides m JOIN parks q ON q.club_id = m.club_id AND q.id = m.park_id WHERE m.club_id = r.club_id AND m.id = r.moved_from) END
        """

    /// `words` of the entry with a number.
    static func words(of id: SQL) -> SQL {
        """
        coalesce((SELECT m.name || ', ' || q.name || coalesce(', ' || nullif(\(place), ''), '')
            FROM rides m JOIN parks q ON q.club_id = m.club_id AND q.id = m.park_id WHERE m.id = \(id)), '')
        """
    }
}

/// What "Gale Force, Shoreline Pier" may mean: names have commas and semicolons, too.
struct EarlierReadings: Sendable {
    var rides: [String] = []
    var parks: [String] = []
    var places: [String] = []
    /// What an address of a ride ends with, or all of it.
    var number: ID<Ride>?

    private static let mostSigns = 8

    init(_ text: String) {
        let end = text.split(separator: "/").last ?? ""
        if end == text[...] || text.contains("/rides/") { number = ID<Ride>(String(end)) }
        let signs = text.indices.filter { text[$0] == "," || text[$0] == ";" }.prefix(Self.mostSigns)
        // Spaces do not come twice, as the text is a line of a form.
        func part(_ range: Range<String.Index>) -> String { text[range].trimmingSpaces }
        for (count, sign) in signs.enumerated() {
            let (ride, rest) = (part(text.startIndex..<sign), text.index(after: sign))
            add(ride, part(rest..<text.endIndex), "")
            for other in signs.dropFirst(count + 1) {
                add(ride, part(rest..<other), part(text.index(after: other)..<text.endIndex))
            }
        }
    }

    private mutating func add(_ ride: String, _ park: String, _ place: String) {
        guard !ride.isEmpty, !park.isEmpty else { return }
        rides.append(ride)
        parks.append(park)
        places.append(place)
    }
}

extension RideForm {
    /// What is said where a text names no ride, and where it names several.
    static let unknownEarlier = "There is no such ride here. Write its name and its park’s, as “Gale Force, Shoreline Pier”."
    static let severalEarlier = "There are several of that name. Write where the park is, too, as “Gale Force, Shoreline Pier, Saltmarsh”."
    static let circle = "That one came from here: a ride does not move in a circle."

    /// Finds the entry that the field names where the ride stood before.
    mutating func findEarlier(of ride: Ride?, _ visit: MemberVisit) async throws {
        let (text, stated) = (input["moved_from"], RideForm(ride))
        facts.movedFrom = text == stated.input["moved_from"] ? stated.facts.movedFrom : nil
        guard !text.isEmpty, facts.movedFrom == nil, input.problems["moved_from"] == nil else { return }
        let found = try await visit.read(MovedRideQueries().entries(EarlierReadings(text), limit: 2))
        guard let entry = found.first else { return input.problems["moved_from"] = Self.unknownEarlier }
        guard found.count == 1 else { return input.problems["moved_from"] = Self.severalEarlier }
        if let ride, try await visit.read(MovedRideQueries().came(entry.id, from: ride.id)) {
            return input.problems["moved_from"] =
                entry.id == ride.id ? "That is this ride itself. Write where it stood before, or leave it empty." : Self.circle
        }
        facts.movedFrom = entry
        input.texts["moved_from"] = entry.words
    }
}

/// Another entry of the same ride, in another park.
struct RidePlace: Sendable, RowDecodable {
    var isEarlier: Bool
    var id: ID<Ride>
    var name: String
    var park: String
    /// When it closed there, of an earlier one; when it opened, of a later one.
    var date: String?

    init(_ row: inout Row) throws {
        isEarlier = try row.next()
        id = try row.next()
        name = try row.next()
        park = try row.next()
        date = try row.next()
    }
}

/// "Stood at Gull Park as Big Dipper until 1998"
struct RidePlaceView: ViewModel {
    var words: String
    var path: String

    init(_ place: RidePlace, club: Club) {
        let year = place.date.map { String($0.prefix(4)) }
        words =
            place.isEarlier
            ? "Stood at \(place.park) as \(place.name)" + (year.map { " until \($0)" } ?? "")
            : "Moved to \(place.park) as \(place.name)" + (year.map { " in \($0)" } ?? "")
        path = Ride.path(of: place.id, in: club)
    }
}
