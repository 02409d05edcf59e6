import FoundationEssentials
import Postgres

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

/// The text of a form field before and after a change.
struct FactChange: Codable, Equatable, Sendable {
    var before: String
    var after: String
}

/// The changes of a correction, by the name of the form field.
typealias FactChanges = [String: FactChange]

extension FactChanges {
    init(from before: [String: String], to after: [String: String]) {
        self = after.reduce(into: [:]) { changes, field in
            let old = before[field.key] ?? ""
            if old != field.value { changes[field.key] = FactChange(before: old, after: field.value) }
        }
    }

    func applied(to texts: [String: String]) -> [String: String] { texts.merging(mapValues(\.after)) { $1 } }
}

extension RideForm {
    static let labels = [("name", "Name")] + RideFacts.all.map { ($0.name, $0.labelWithUnit) } + [("moved_from", "Moved from")]

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
    static let labels = [("name", "Name"), ("place", "Place")] + facts.map { ($0.name, $0.labelWithUnit) }
}
