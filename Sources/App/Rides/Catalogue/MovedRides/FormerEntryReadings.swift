/// All ways to split a text such as "Gale Force, Shoreline Pier" into the names of a ride, a park and a place. There can be several ways,
/// because names may contain commas and semicolons.
///
/// Each way to split the text has one element in `rides`, one in `parks` and one in `places`.
struct FormerEntryReadings: Sendable {
    var rides: [String] = []
    var parks: [String] = []
    var places: [String] = []
    /// The number of a ride, if the text is only a number or the address of a ride. Otherwise nil.
    var number: ID<Ride>?

    private static let maxSeparators = 8

    init(_ text: String) {
        let end = text.split(separator: "/").last ?? ""
        if end == text[...] || text.contains("/rides/") { number = ID<Ride>(String(end)) }
        let separators = text.indices.filter { text[$0] == "," || text[$0] == ";" }.prefix(Self.maxSeparators)
        // The text is from a form field with one line, which has no repeated spaces.
        func part(_ range: Range<String.Index>) -> String { text[range].trimmingSpaces }
        for (count, separator) in separators.enumerated() {
            let (ride, rest) = (part(text.startIndex..<separator), text.index(after: separator))
            add(ride, part(rest..<text.endIndex), "")
            for other in separators.dropFirst(count + 1) {
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
