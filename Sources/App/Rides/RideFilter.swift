import FoundationEssentials
import HTMLTemplates
import Postgres

/// What a list of rides is narrowed to, as its address says.
struct RideFilter: Sendable {
    /// What is looked for by name; "": everything.
    var words: String
    var kind: Ride.Kind?
    var isOpen: Bool
    var country: String
    var maker: String
    /// nil: whether one has ridden it or not.
    var isRidden: Bool?
    /// At least so many centimetres.
    var height: Int?
    var hasInversions: Bool
    private let heightText: String
    /// Why the height is none.
    private(set) var problem: String?

    init(_ form: Form) {
        words = form["q"].split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(scalars: 100)
        kind = Ride.Kind(rawValue: form["kind"])
        isOpen = form["status"] == "open"
        (country, maker) = (form.line("country").prefix(scalars: 100), form.line("maker").prefix(scalars: 100))
        isRidden = ["yes": true, "no": false][form["ridden"]]
        var input = FactInput(form, ["height"])
        height = input.number("height", scale: 100, in: 1...100_000)
        (heightText, problem) = (input["height"], input.problems["height"])
        hasInversions = form["inversions"] == "1"
    }

    /// Whether it narrows nothing, but perhaps to what is called so.
    var isEmpty: Bool {
        kind == nil && !isOpen && country.isEmpty && maker.isEmpty && isRidden == nil && heightText.isEmpty && !hasInversions
    }

    /// As an address says it, behind the question mark.
    var query: String {
        let fields = [
            ("q", words), ("kind", kind?.rawValue ?? ""), ("status", isOpen ? "open" : ""), ("country", country), ("maker", maker),
            ("ridden", isRidden.map { $0 ? "yes" : "no" } ?? ""), ("height", heightText), ("inversions", hasInversions ? "1" : ""),
        ]
        return fields.filter { !$0.1.isEmpty }.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
    }

    /// "Roller coasters in Ireland not yet ridden"
    var sentence: String {
        let rides = kind?.plural ?? "Rides"
        let parts = [
            isOpen ? "Open \(rides.lowercased())" : rides,
            maker.isEmpty ? "" : "by \(maker)",
            country.isEmpty ? "" : "in \(country)",
            height == nil ? "" : "at least \(heightText) m high",
            hasInversions ? "with inversions" : "",
            isRidden.map { $0 ? "that you have ridden" : "not yet ridden" } ?? "",
            words.isEmpty ? "" : "called “\(words)”, or nearly so",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Of a row `r` of `rides`, to the member `$1`, by `$2` to `$9`. What no index finds is put so that a plan takes the rides by their names.
    static let fits: SQL = """
        ($3 = '' OR r.park_id IN (SELECT f.id FROM parks f WHERE f.country = $3)) AND ($4 = '' OR r.maker = $4)
        AND coalesce(r.kind = nullif($5, ''), true) AND (NOT $6 OR r.status = 'operating')
        AND coalesce(EXISTS (SELECT FROM ridden t WHERE t.club_id = r.club_id AND t.member_id = $1 AND t.ride_id = r.id AND t.is_ridden)
            = $7, true)
        AND coalesce(r.height_cm >= $8, $8 IS NULL) AND coalesce(r.inversions > 0, false) >= $9
        """

    /// The form in which one chooses, with what there is to choose from.
    func form(_ countries: [String], _ makers: [String]) -> RideFilterForm {
        /// What is chosen stands there, whether or not there is such a thing.
        func choices(_ all: String, _ names: [String], chosen: String) -> [Choice] {
            let names = chosen.isEmpty || names.contains(chosen) ? names : names + [chosen]
            return [Choice(value: "", label: all)] + names.map { Choice(value: $0, label: $0, isChosen: $0 == chosen) }
        }
        return RideFilterForm(
            isWrong: problem != nil,
            kinds: [Choice(value: "", label: "All kinds")]
                + Ride.Kind.allCases.map { Choice(value: $0.rawValue, label: $0.words, isChosen: $0 == kind) },
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

/// What a list of rides can be narrowed to.
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
