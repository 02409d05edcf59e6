import FoundationEssentials
import Postgres

/// A ride of an imported file, with the catalogue entry from which the ride moved.
struct CatalogueMove: Sendable {
    var ride: String
    var park: String
    var place: String
    /// The name of the former entry, for example "Gale Force; Shoreline Pier". Empty if the ride has not moved.
    var earlier: String
    var line: FilePlace
}

/// The problems that are found while an imported file is written to the database. The transaction is then rolled back.
struct CatalogueProblems: Error {
    var problems: [(sentence: String, at: FilePlace)] = []
}

/// Stores the former entries of the rides that moved according to the file, after all rides of the file are stored.
struct CatalogueMoves {
    private static let batchSize = 500
    private let queries = MovedRideQueries()
    private let moves: [CatalogueMove]

    init(_ moves: [CatalogueMove]) { self.moves = moves }

    /// Writes the moves. Returns the number of rides for which the import has changed nothing else. Throws `CatalogueProblems` if a former
    /// entry is not found or not possible.
    func write(_ transaction: Transaction, by me: ID<Member>) async throws -> Int {
        guard !moves.isEmpty else { return 0 }
        let moved = moves.filter { !$0.earlier.isEmpty }
        var known = try await transaction.run(queries.moves(limit: CatalogueFile.maxEntries))
        let notMoved = Set(known.isEmpty ? [] : moves.filter(\.earlier.isEmpty).map { [$0.ride, $0.park, $0.place] })
        let removed = known.filter { notMoved.contains($0.names) }
        var changed = try await write(removed.map { ($0.ride, nil) }, transaction, by: me)
        guard !moved.isEmpty else { return changed }
        known.removeAll { notMoved.contains($0.names) }
        let rides = try await findRides(moved.map { [Name(number: 0, ride: $0.ride, park: $0.park, place: $0.place)] }, transaction)
        let places = try await findRides(moved.map { Self.names(of: $0.earlier) }, transaction)
        try check(rides.map(\.first), places, moved, known)
        let written = zip(rides, places).compactMap { ride, place in ride.first.map { ($0, place.first) } }
        changed += try await write(written, transaction, by: me)
        return changed
    }

    private func check(_ rides: [ID<Ride>?], _ places: [Set<ID<Ride>>], _ moved: [CatalogueMove], _ known: [RideMove]) throws {
        var earlier = Dictionary(known.map { ($0.ride, $0.earlier) }) { $1 }
        for (ride, place) in zip(rides, places) { if let ride { earlier[ride] = place.first } }
        var problems: [(sentence: String, at: FilePlace)] = []
        for ((ride, found), move) in zip(zip(rides, places), moved) {
            if found.isEmpty {
                problems.append((RideForm.unknownFormerEntry.replacing(", ", with: "; "), move.line))
            } else if found.count > 1 {
                problems.append((RideForm.ambiguousFormerEntry, move.line))
            } else if let ride, Self.leadsBack(to: ride, earlier) {
                problems.append((RideForm.circularMove, move.line))
            }
        }
        if !problems.isEmpty { throw CatalogueProblems(problems: problems) }
    }

    private static func leadsBack(to ride: ID<Ride>, _ earlier: [ID<Ride>: ID<Ride>]) -> Bool {
        var (place, seen) = (earlier[ride], Set<ID<Ride>>())
        while let next = place, next != ride, seen.insert(next).inserted { place = earlier[next] }
        return place == ride
    }

    // MARK: Names

    private struct Name: Encodable {
        var number: Int
        var ride: String
        var park: String
        var place: String?
    }

    private struct Move: Encodable {
        var ride: Int
        var earlier: Int?
    }

    private static func names(of text: String) -> [Name] {
        let readings = FormerEntryReadings(text)
        return readings.rides.indices.map { index in
            let place = readings.places[index]
            return Name(number: 0, ride: readings.rides[index], park: readings.parks[index], place: place.isEmpty ? nil : place)
        }
    }

    /// Finds the rides for each element of `names`. An element is a list of alternative names of one ride.
    private func findRides(_ names: [[Name]], _ transaction: Transaction) async throws -> [Set<ID<Ride>>] {
        var found = [Set<ID<Ride>>](repeating: [], count: names.count)
        for start in stride(from: 0, to: names.count, by: Self.batchSize) {
            let batch = (start..<min(start + Self.batchSize, names.count)).flatMap { number in
                names[number].map { name in
                    var name = name
                    name.number = number
                    return name
                }
            }
            for ride in try await transaction.run(queries.rides(named: JSON(encoding: batch))) { found[ride.number].insert(ride.id) }
        }
        return found
    }

    private func write(_ moves: [(ride: ID<Ride>, earlier: ID<Ride>?)], _ transaction: Transaction, by me: ID<Member>) async throws -> Int {
        var changed = 0
        for start in stride(from: 0, to: moves.count, by: Self.batchSize) {
            let batch = moves[start..<min(start + Self.batchSize, moves.count)].map {
                Move(ride: $0.ride.rawValue, earlier: $0.earlier?.rawValue)
            }
            changed += try await transaction.run(queries.recordMoves(JSON(encoding: batch), by: me))
        }
        return changed
    }
}
