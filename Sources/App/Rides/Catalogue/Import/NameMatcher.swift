import FoundationEssentials
import Postgres

struct ParkKey: Hashable, Encodable, Sendable {
    var name: String
    /// Nil if the file does not have it.
    var place: String?
}

struct RideKey: Hashable, Encodable, Sendable {
    var park: String
    /// Nil if the file does not have it.
    var place: String?
    var ride: String
}

/// Finds the stored parks and rides that a file names, even if case, accents or punctuation differ.
struct NameMatcher: Sendable {
    let visit: MemberVisit
    private let queries = NameMatchQueries()
    private static let batchSize = 2000

    init(_ visit: MemberVisit) { self.visit = visit }

    /// Parks that are stored under a similar name. Exact matches are not in the result.
    func parks(_ keys: Set<ParkKey>) async throws -> [ParkKey: FoundPark] { try await find(keys, queries.parks) }

    /// Rides that are stored under that or a similar name, without names that several rides match.
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

/// A result for the key at position `number` of a list, from 1.
protocol NumberedRow: Sendable, RowDecodable {
    var number: Int { get }
}

struct FoundPark: NumberedRow {
    var number: Int
    var name: String
    /// The place of the first match if the file does not have the place.
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
