import FoundationEssentials
import Postgres

/// A change of a park's or a ride's facts: proposed, or done.
struct Correction: Sendable, RowDecodable {
    enum Kind: String, StoredName {
        case park, ride
    }

    var id: ID<Correction>
    var kind: Kind
    var subject: Int
    /// What that is called now.
    var title: String
    /// Who proposed it, or did it; nil: they have left.
    var author: (handle: String, name: String)?
    /// Who has accepted it; nil: nobody yet, or they have left, or are who did it.
    var decider: String?
    var changes: FactChanges
    /// How they know.
    var evidence: String
    var madeAt: Date

    init(_ row: inout Row) throws {
        id = try row.next()
        kind = try row.next()
        subject = try row.next()
        title = try row.next()
        let (handle, name): (String?, String?) = (try row.next(), try row.next())
        author = handle.flatMap { handle in name.map { (handle, $0) } }
        decider = try row.next()
        changes = try row.next(JSON.self).decoded()
        evidence = try row.next()
        madeAt = try row.next()
    }

    func path(in club: Club) -> String { kind == .park ? Park.path(of: ID(subject), in: club) : Ride.path(of: ID(subject), in: club) }
}

/// What changes, by the fields of a form: what was written there, and what then.
typealias FactChanges = [String: [String]]

extension FactChanges {
    /// Of those fields that are not alike.
    init(from before: [String: String], to after: [String: String]) {
        self = after.reduce(into: [:]) { changes, field in
            let old = before[field.key] ?? ""
            if old != field.value { changes[field.key] = [old, field.value] }
        }
    }

    /// A form's texts with what changes.
    func applied(to texts: [String: String]) -> [String: String] { texts.merging(compactMapValues(\.last)) { $1 } }
}

extension RideForm {
    /// All that the form has, as it is written there.
    var texts: [String: String] {
        input.texts.merging([
            "kind": facts.kind.rawValue, "status": facts.status.rawValue, "is_indoor": facts.isIndoor ? "1" : "",
            "is_kiddie": facts.isKiddie ? "1" : "", "notes": facts.notes,
        ]) { $1 }
    }

    /// What its fields are called, in their order.
    static let labels: KeyValuePairs = [
        "name": "Name", "kind": "Kind", "status": "Status", "former_names": "Former names", "moved_from": "Moved from", "opened": "Opened",
        "closed": "Closed",
        "maker": "Maker", "model": "Model", "material": "Material", "seating": "Seating", "restraint": "Restraint",
        "launch": "Lift or launch", "height": "Height in metres", "length": "Length in metres", "speed": "Top speed in km/h",
        "inversions": "Inversions", "duration": "Duration in seconds", "is_indoor": "Indoors", "is_kiddie": "For children",
        "notes": "Notes",
        "source": "Source",
    ]

    /// A field's text in words.
    static func words(_ text: String, of field: String) -> String {
        switch field {
        case "kind": Ride.Kind(rawValue: text)?.words ?? text
        case "status": Ride.Status(rawValue: text)?.words ?? text
        case "is_indoor", "is_kiddie": text == "1" ? "Yes" : "No"
        default: text
        }
    }
}

extension ParkForm {
    var texts: [String: String] { input.texts.merging(["time_zone": timeZone]) { $1 } }

    static let labels: KeyValuePairs = [
        "name": "Name", "former_names": "Former names", "place": "Place", "country": "Country", "latitude": "Latitude",
        "longitude": "Longitude", "time_zone": "Time zone", "opened": "Opened", "closes_at": "Closes",
    ]
}
