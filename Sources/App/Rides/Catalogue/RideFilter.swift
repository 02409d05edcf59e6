import FoundationEssentials
import HTMLTemplates
import Postgres

struct RideFilter: Sendable {
    var searchText: String
    var kind: Ride.Kind?
    var isOpen: Bool
    var country: String
    var maker: String
    /// True to find rides that the member has ridden, and false to find the other rides. Nil if the filter finds both.
    var isRidden: Bool?
    /// The minimum height in centimetres.
    var height: Int?
    var hasInversions: Bool
    private let heightText: String
    private(set) var problem: String?

    init(_ form: Form) {
        searchText = form["q"].split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(scalars: 100)
        kind = Ride.Kind(rawValue: form["kind"])
        isOpen = form["status"] == "open"
        (country, maker) = (form.line("country").prefix(scalars: 100), form.line("maker").prefix(scalars: 100))
        isRidden = ["yes": true, "no": false][form["ridden"]]
        var input = FactInput(form, ["height"])
        height = input.number("height", scale: 100, in: 1...100_000)
        (heightText, problem) = (input["height"], input.problems["height"])
        hasInversions = form["inversions"] == "1"
    }

    /// True if the filter has no condition besides `searchText`.
    var isEmpty: Bool {
        kind == nil && !isOpen && country.isEmpty && maker.isEmpty && isRidden == nil && heightText.isEmpty && !hasInversions
    }

    /// The filter as the query of an address, without the question mark.
    var query: String {
        let fields = [
            ("q", searchText), ("kind", kind?.rawValue ?? ""), ("status", isOpen ? "open" : ""), ("country", country), ("maker", maker),
            ("ridden", isRidden.map { $0 ? "yes" : "no" } ?? ""), ("height", heightText), ("inversions", hasInversions ? "1" : ""),
        ]
        return fields.filter { !$0.1.isEmpty }.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
    }

    /// The filter in words, for example "Roller coasters in Ireland not yet ridden".
    var sentence: String {
        let rides = kind?.plural ?? "Rides"
        let parts = [
            isOpen ? "Open \(rides.lowercased())" : rides,
            maker.isEmpty ? "" : "by \(maker)",
            country.isEmpty ? "" : "in \(country)",
            height == nil ? "" : "at least \(heightText) m high",
            hasInversions ? "with inversions" : "",
            isRidden.map { $0 ? "that you have ridden" : "not yet ridden" } ?? "",
            searchText.isEmpty ? "" : "with a name like “\(searchText)”",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// SQL for a condition on the row `r` of `rides`. `$1` is the member, and `$3` to `$9` are the values of the filter. Only the country
    /// and the maker have an index. The other conditions are written so that PostgreSQL's planner reads the rides in the order of their
    /// names.
    static let condition: SQL = """
        ($3 = '' OR r.park_id IN (SELECT f.id FROM parks f WHERE f.country = $3)) AND ($4 = '' OR r.maker = $4)
        AND coalesce(r.kind = nullif($5, ''), true) AND (NOT $6 OR r.status = 'operating')
        AND coalesce(EXISTS (SELECT FROM member_rides t WHERE t.club_id = r.club_id AND t.member_id = $1 AND t.ride_id = r.id AND t.is_ridden)
            = $7, true)
        AND coalesce(r.height_cm >= $8, $8 IS NULL) AND coalesce(r.inversions > 0, false) >= $9
        """

    func form(_ countries: [String], _ makers: [String]) -> RideFilterForm {
        // The chosen value is always an option, even if no park or ride has this value any more.
        func choices(_ all: String, _ names: [String], chosen: String) -> [Choice] {
            let names = chosen.isEmpty || names.contains(chosen) ? names : names + [chosen]
            return [Choice(value: "", label: all)] + names.map { Choice(value: $0, label: $0, isChosen: $0 == chosen) }
        }
        return RideFilterForm(
            isWrong: problem != nil,
            kinds: [Choice(value: "", label: "All kinds")]
                + Ride.Kind.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == kind) },
            statuses: [
                Choice(value: "", label: "All", isChosen: !isOpen), Choice(value: "open", label: "Open", isChosen: isOpen),
            ],
            ridden: [
                Choice(value: "", label: "All", isChosen: isRidden == nil),
                Choice(value: "no", label: "Not yet ridden", isChosen: isRidden == false),
                Choice(value: "yes", label: "Ridden", isChosen: isRidden == true),
            ],
            countries: choices("All countries", countries, chosen: country), makers: choices("All makers", makers, chosen: maker),
            height: heightText, heightProblem: problem, hasInversions: hasInversions)
    }
}

struct RideFilterForm: ViewModel {
    var isWrong: Bool
    var kinds: [Choice]
    var statuses: [Choice]
    var ridden: [Choice]
    var countries: [Choice]
    var makers: [Choice]
    var height: String
    var heightProblem: String?
    var hasInversions: Bool
}

extension Ride.Kind {
    var plural: String {
        switch self {
        case .coaster: "Roller coasters"
        case .powered: "Powered coasters"
        case .alpine: "Alpine coasters"
        case .water: "Water rides"
        case .dark: "Dark rides"
        case .flat: "Flat rides"
        case .tower: "Towers"
        case .transport: "Transport rides"
        case .other: "Other rides"
        }
    }
}
