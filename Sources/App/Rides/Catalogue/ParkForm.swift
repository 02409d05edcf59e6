struct ParkForm: Sendable {
    var input = FactInput()
    var name = ""
    var formerNames: [String] = []
    var place = ""
    var country = ""
    var latitude: Double?
    var longitude: Double?
    var timeZone = ""
    var opened: String?
    var closesAt: String?

    static let formerNamesHint = "Separate them with semicolons. You can add years: Old Name (1984–1991)."

    /// All facts of a park, except its name and its place (town), by which files name a park.
    static let facts: [Fact<ParkForm>] = [
        Fact("former_names", "Former names", .list(\.formerNames), hint: formerNamesHint, heading: "park_former_names"),
        Fact("country", "Country", .line(\.country)),
        Fact("latitude", "Latitude", .degrees(\.latitude, in: -90...90), hint: "In degrees north, for example 53.3."),
        Fact("longitude", "Longitude", .degrees(\.longitude, in: -180...180), hint: "In degrees east, for example -6.1."),
        Fact("time_zone", "Time zone", .choice(\.timeZone)),
        Fact("opened", "Opened", .date(\.opened), hint: "For example 1984 or 1984-05-26.", heading: "park_opened"),
        Fact(
            "closes_at", "Closes", .time(\.closesAt),
            hint: "The usual closing time at the park, for example 22:00. Check-ins end then."),
    ]

    /// - Parameter zone: the park's time zone if the form has no time zone.
    init(_ form: Form, timeZone zone: String) {
        var input = FactInput(form, ["name", "place"] + Self.facts.filter(\.isTyped).map(\.name))
        for fact in Self.facts { fact.read(form, &input, into: &self) }
        (name, place, timeZone) = (input["name"], input["place"], form.value("time_zone") ?? zone)
        if name.isEmpty { input.problems["name"] = "Give the park a name." }
        if (latitude == nil) != (longitude == nil), input.problems["latitude"] == nil, input.problems["longitude"] == nil {
            input.problems["longitude"] = "Write both latitude and longitude, or leave both empty."
        }
        self.input = input
    }

    /// Fills the form with the facts of a park. If `park` is nil, the form is empty and the time zone is `zone`.
    init(_ park: Park?, timeZone zone: String) {
        (name, formerNames, place, country) = (park?.name ?? "", park?.formerNames ?? [], park?.place ?? "", park?.country ?? "")
        (latitude, longitude, opened, timeZone) = (park?.latitude, park?.longitude, park?.opened, park?.timeZone ?? zone)
        closesAt = park?.closesAt
        for fact in Self.facts where fact.isTyped { input.texts[fact.name] = fact.text(of: self) }
        (input.texts["name"], input.texts["place"]) = (name, place)
    }

    var texts: [String: String] {
        Self.facts.filter { !$0.isTyped }.reduce(into: input.texts) { texts, fact in texts[fact.name] = fact.text(of: self) }
    }

    var isValid: Bool { input.problems.isEmpty }

    mutating func check(_ zones: TimeZones) async throws {
        if try await zones.zone(timeZone) == nil { input.problems["time_zone"] = "Choose a time zone from the list." }
    }

    var fields: [FactField] {
        [
            input.field("name", "Name", isRequired: true),
            input.field("place", "Place", hint: "The town, with the name that people there use."),
        ] + Self.facts.filter(\.isTyped).map { $0.field(input) }
    }
}
