import HTMLTemplates
import Postgres

/// The catalogue entry that a moved ride has in another park, before or after the move.
struct RideLocation: RowRecord {
    var isEarlier: Bool
    var id: ID<Ride>
    var name: String
    var park: String
    /// The closing date of an earlier entry, or the opening date of a later entry.
    var date: String?

    static let decoder = RowDecoder(RideLocation.init)
}

struct RideLocationView: ViewModel {
    var words: String
    var path: String

    init(_ place: RideLocation, club: Club) {
        let year = place.date.map { String($0.prefix(4)) }
        words =
            place.isEarlier
            ? "Was at \(place.park) as \(place.name)" + (year.map { " until \($0)" } ?? "")
            : "Moved to \(place.park) as \(place.name)" + (year.map { " in \($0)" } ?? "")
        path = Ride.path(of: place.id, in: club)
    }
}
