import FoundationEssentials
import Postgres

struct ParkKey: Hashable, Encodable, Sendable {
    var name: String
    /// The place (town) of the park. Nil if the file gives no place.
    var place: String?
}

struct RideKey: Hashable, Encodable, Sendable {
    var park: String
    /// The place (town) of the park. Nil if the file gives no place.
    var place: String?
    var ride: String
}

/// Finds the stored parks and rides for the names in a file, even if case, accents or punctuation differ.
struct NameMatcher: Sendable {
    let visit: MemberVisit
    private let queries = NameMatchQueries()
    private static let batchSize = 2000

    init(_ visit: MemberVisit) { self.visit = visit }

    /// Finds parks that are stored under a similar name. Parks that are stored under exactly the same name are not in the result.
    func parks(_ keys: Set<ParkKey>) async throws -> [ParkKey: FoundPark] { try await find(keys, queries.parks) }

    /// Finds rides that are stored under the same name or a similar name. Names that several rides match are not in the result.
    func rides(_ keys: Set<RideKey>) async throws -> [RideKey: FoundRide] { try await find(keys, queries.rides) }

    private func find<Key: Hashable & Encodable & Sendable, Found: NumberedRow>(
        _ keys: Set<Key>, _ query: (JSON) -> Query<[Found]>
    ) async throws -> [Key: Found] {
        let keys = Array(keys)
        var found: [Key: Found] = [:]
        for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
            let batch = try JSON(encoding: Array(keys[start..<min(start + Self.batchSize, keys.count)]))
            for row in try await visit.read(query(batch)) { found[keys[start + row.number - 1]] = row }
        }
        return found
    }
}

/// A row that was found for a key in a list. `number` is the position of the key in the list, from 1.
protocol NumberedRow: Sendable, RowDecodable {
    var number: Int { get }
}

struct FoundPark: NumberedRow {
    var number: Int
    var name: String
    /// The place (town) of the park. If the file gives no place, this is the place of one of the matching parks.
    var place: String

    init(_ row: inout Row) throws {
        number = try row.next()
        name = try row.next()
        place = try row.next()
    }
}

struct FoundRide: NumberedRow {
    var number: Int
    var id: ID<Ride>
    var name: String

    init(_ row: inout Row) throws {
        number = try row.next()
        id = try row.next()
        name = try row.next()
    }
}
