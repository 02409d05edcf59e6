// Replaces the names in a file by the names under which the parks and rides are stored.
extension CatalogueFile {
    var parkKeys: Set<ParkKey> { Set(parks.map { key(of: $0.name, $0.place) }) }
    var rideKeys: Set<RideKey> { Set(rides.map { RideKey(park: $0.record.park, place: $0.record.place, ride: $0.record.name) }) }

    var unplacedParks: [String] { unplaced.keys.sorted() }

    private func key(of park: String, _ place: String) -> ParkKey { ParkKey(name: park, place: unplaced[park] == nil ? place : nil) }

    mutating func matchParks(_ known: [ParkKey: FoundPark]) {
        guard !known.isEmpty else { return }
        let unplacedBefore = unplaced
        renameParks { park, place in
            let isPlaced = unplacedBefore[park] == nil
            guard let found = known[ParkKey(name: park, place: isPlaced ? place : nil)] else { return (park, place) }
            return (found.name, isPlaced ? found.place : place)
        }
        unplaced = [:]
        for (name, line) in unplacedBefore {
            let name = known[ParkKey(name: name)]?.name ?? name
            if unplaced[name].map({ $0.number > line.number }) ?? true { unplaced[name] = line }
        }
    }

    /// Finds the place of each park for which the file gives no place. This is the place of the stored park with the same name. Adds a
    /// problem if several stored parks have this name.
    mutating func fillPlaces(_ known: [ParkName]) {
        let places = Dictionary(grouping: known, by: \.name).mapValues { $0.map(\.place) }
        for (name, line) in unplaced where (places[name]?.count ?? 0) > 1 {
            addProblem("There are several parks with the name “\(name)”. Write the place, too.", at: line)
        }
        let unplaced = unplaced
        renameParks { park, place in
            guard unplaced[park] != nil, let only = places[park]?.first else { return (park, place) }
            return (park, only)
        }
        // Several names in the file can now be the same stored park.
        var seen: Set<ParkKey> = []
        parks.removeAll { !seen.insert(ParkKey(name: $0.name, place: $0.place)).inserted }
    }

    /// Replaces the names of rides by the names under which the rides are stored. If two names in the file match the same stored ride, both
    /// names stay, because they are different rides in the file.
    mutating func matchRides(_ known: [RideKey: FoundRide]) {
        let keys = rideKeys
        var useCounts: [RideKey: Int] = [:]
        func storedKey(_ ride: RideKey) -> RideKey {
            known[ride].map { RideKey(park: ride.park, place: ride.place, ride: $0.name) } ?? ride
        }
        for ride in keys { useCounts[storedKey(ride), default: 0] += 1 }
        func replaceName(_ park: String, _ place: String, _ ride: inout String) {
            let match = storedKey(RideKey(park: park, place: place, ride: ride))
            if useCounts[match] == 1 { ride = match.ride }
        }
        for index in rides.indices { replaceName(rides[index].record.park, rides[index].record.place, &rides[index].record.name) }
        for index in moves.indices { replaceName(moves[index].park, moves[index].place, &moves[index].ride) }
        var first: [RideKey: FilePlace] = [:]
        for ride in rides {
            let key = RideKey(park: ride.record.park, place: ride.record.place, ride: ride.record.name)
            if let first = first.updateValue(ride.at, forKey: key) {
                addProblems(["name": Self.repeatedRide(first)], ofRides: true, at: ride.at)
            }
        }
    }

    private mutating func renameParks(_ newName: (String, String) -> (String, String)) {
        for index in parks.indices {
            (parks[index].name, parks[index].place) = newName(parks[index].name, parks[index].place)
        }
        for index in rides.indices {
            (rides[index].record.park, rides[index].record.place) = newName(rides[index].record.park, rides[index].record.place)
        }
        for index in moves.indices { (moves[index].park, moves[index].place) = newName(moves[index].park, moves[index].place) }
    }
}
