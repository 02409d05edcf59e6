/// What a file's names mean here.
extension CatalogueFile {
    var parkKeys: Set<ParkKey> { Set(parks.map { key(of: $0.name, $0.place) }) }
    var rideKeys: Set<RideKey> { Set(rides.map { RideKey(park: $0.record.park, place: $0.record.place, ride: $0.record.name) }) }

    /// Those parks whose place the file does not say.
    var unplacedParks: [String] { unplaced.keys.sorted() }

    private func key(of park: String, _ place: String) -> ParkKey { ParkKey(name: park, place: unplaced[park] == nil ? place : nil) }

    /// Names parks as they are called here.
    mutating func name(_ known: [ParkKey: FoundPark]) {
        guard !known.isEmpty else { return }
        let unplacedBefore = unplaced
        forEachPark { park, place in
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

    /// A park whose place is not said is the one of its name that is there, if there is one alone.
    mutating func place(_ known: [ParkName]) {
        let places = Dictionary(grouping: known, by: \.name).mapValues { $0.map(\.place) }
        for (name, line) in unplaced where (places[name]?.count ?? 0) > 1 {
            note("There are several parks of the name “\(name)”: write its place, too.", at: line)
        }
        let unplaced = unplaced
        forEachPark { park, place in
            guard unplaced[park] != nil, let only = places[park]?.first else { return (park, place) }
            return (park, only)
        }
        // Several names may have meant one.
        var seen: Set<ParkKey> = []
        parks.removeAll { !seen.insert(ParkKey(name: $0.name, place: $0.place)).inserted }
    }

    /// Names rides as they are called here, except those whose namesake stands in the file, too: the file tells them apart.
    mutating func name(_ known: [RideKey: FoundRide]) {
        let keys = rideKeys
        var meant: [RideKey: Int] = [:]
        func key(_ ride: RideKey) -> RideKey { known[ride].map { RideKey(park: ride.park, place: ride.place, ride: $0.name) } ?? ride }
        for ride in keys { meant[key(ride), default: 0] += 1 }
        func name(_ park: String, _ place: String, _ ride: inout String) {
            let namesake = key(RideKey(park: park, place: place, ride: ride))
            if meant[namesake] == 1 { ride = namesake.ride }
        }
        for index in rides.indices { name(rides[index].record.park, rides[index].record.place, &rides[index].record.name) }
        for index in moves.indices { name(moves[index].park, moves[index].place, &moves[index].ride) }
        var first: [RideKey: FilePlace] = [:]
        for ride in rides {
            let key = RideKey(park: ride.record.park, place: ride.record.place, ride: ride.record.name)
            if let first = first.updateValue(ride.at, forKey: key) { note(["name": Self.stoodBefore(first)], ofRides: true, at: ride.at) }
        }
    }

    /// Gives each park the name and place that `named` makes of its own.
    private mutating func forEachPark(_ named: (String, String) -> (String, String)) {
        for index in parks.indices {
            (parks[index].name, parks[index].place) = named(parks[index].name, parks[index].place)
        }
        for index in rides.indices {
            (rides[index].record.park, rides[index].record.place) = named(rides[index].record.park, rides[index].record.place)
        }
        for index in moves.indices { (moves[index].park, moves[index].place) = named(moves[index].park, moves[index].place) }
    }
}
