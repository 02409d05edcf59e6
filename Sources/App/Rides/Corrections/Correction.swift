import FoundationEssentials
import Postgres

/// A proposed or completed change of the facts of a park or ride.
struct Correction: Sendable, RowDecodable {
    enum Kind: String, DatabaseEnum {
        case park, ride
    }

    var id: ID<Correction>
    var kind: Kind
    var subject: Int
    var title: String
    /// The member who proposed or made the change. Nil if the member has left.
    var author: (handle: String, name: String)?
    /// The name of the admin who accepted the correction. Nil if no admin has accepted it, the admin has left, or the admin is the author.
    var decider: String?
    var changes: FactChanges
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

/// The changes of a correction, by the name of the form field. Each value has two elements: the text before the change, and the text after
/// the change.
typealias FactChanges = [String: [String]]

extension FactChanges {
    init(from before: [String: String], to after: [String: String]) {
        self = after.reduce(into: [:]) { changes, field in
            let old = before[field.key] ?? ""
            if old != field.value { changes[field.key] = [old, field.value] }
        }
    }

    func applied(to texts: [String: String]) -> [String: String] { texts.merging(compactMapValues(\.last)) { $1 } }
}

extension RideForm {
    var texts: [String: String] {
        input.texts.merging([
            "kind": facts.kind.rawValue, "status": facts.status.rawValue, "is_indoor": facts.isIndoor ? "1" : "",
            "is_kiddie": facts.isKiddie ? "1" : "", "notes": facts.notes,
        ]) { $1 }
    }

    static let labels: KeyValuePairs = [
        "name": "Name", "kind": "Kind", "status": "Status", "former_names": "Former names", "moved_from": "Moved from", "opened": "Opened",
        "closed": "Closed",
        "maker": "Maker", "model": "Model", "material": "Material", "seating": "Seating", "restraint": "Restraint",
        "launch": "Lift or launch", "height": "Height in metres", "length": "Length in metres", "speed": "Top speed in km/h",
        "inversions": "Inversions", "duration": "Duration in seconds", "is_indoor": "Indoors", "is_kiddie": "For children",
        "notes": "Notes",
        "source": "Source",
    ]

    /// Returns the text of a field in the words that pages show, for example "Roller coaster" for "coaster".
    static func label(_ text: String, of field: String) -> String {
        switch field {
        case "kind": Ride.Kind(rawValue: text)?.label ?? text
        case "status": Ride.Status(rawValue: text)?.label ?? text
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
