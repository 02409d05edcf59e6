struct ParkForm: Sendable {
    var input: FactInput
    var name: String
    var formerNames: [String]
    var place: String
    var country: String
    var latitude: Double?
    var longitude: Double?
    var timeZone: String
    var opened: String?
    var closesAt: String?

    static let formerNamesHint = "Separate them with semicolons. You can add years: Old Name (1984–1991)."
    private static let names = ["name", "former_names", "place", "country", "latitude", "longitude", "opened", "closes_at"]

    /// - Parameter zone: the park's time zone if the form has no time zone.
    init(_ form: Form, timeZone zone: String) {
        input = FactInput(form, Self.names)
        (name, place, country) = (input["name"], input["place"], input["country"])
        formerNames = input.list("former_names")
        opened = input.date("opened")
        closesAt = input.time("closes_at")
        latitude = input.number("latitude", scale: 1e6, in: -90_000_000...90_000_000).map { Double($0) / 1e6 }
        longitude = input.number("longitude", scale: 1e6, in: -180_000_000...180_000_000).map { Double($0) / 1e6 }
        timeZone = form.value("time_zone") ?? zone
        if name.isEmpty { input.problems["name"] = "Give the park a name." }
        if (latitude == nil) != (longitude == nil), input.problems["latitude"] == nil, input.problems["longitude"] == nil {
            input.problems["longitude"] = "Write both latitude and longitude, or leave both empty."
        }
    }

    /// Fills the form with the facts of a park. If `park` is nil, the form is empty and the time zone is `zone`.
    init(_ park: Park?, timeZone zone: String) {
        input = FactInput()
        (name, formerNames, place, country) = (park?.name ?? "", park?.formerNames ?? [], park?.place ?? "", park?.country ?? "")
        (latitude, longitude, opened, timeZone) = (park?.latitude, park?.longitude, park?.opened, park?.timeZone ?? zone)
        closesAt = park?.closesAt
        input.texts = [
            "name": name, "former_names": formerNames.joined(separator: "; "), "place": place, "country": country,
            "latitude": latitude.map { "\($0)" } ?? "", "longitude": longitude.map { "\($0)" } ?? "", "opened": opened ?? "",
            "closes_at": closesAt ?? "",
        ]
    }

    var isValid: Bool { input.problems.isEmpty }

    mutating func check(_ zones: TimeZones) async throws {
        if try await zones.zone(timeZone) == nil { input.problems["time_zone"] = "Choose a time zone from the list." }
    }

    var fields: [FactField] {
        [
            input.field("name", "Name", isRequired: true),
            input.field("former_names", "Former names", hint: ParkForm.formerNamesHint),
            input.field("place", "Place", hint: "The town, with the name that people there use."), input.field("country", "Country"),
            input.field("latitude", "Latitude", hint: "In degrees north, for example 53.3.", mode: "decimal"),
            input.field("longitude", "Longitude", hint: "In degrees east, for example -6.1.", mode: "decimal"),
            input.field("opened", "Opened", hint: "For example 1984 or 1984-05-26."),
            input.field("closes_at", "Closes", hint: "The usual closing time at the park, for example 22:00. Check-ins end then."),
        ]
    }
}
