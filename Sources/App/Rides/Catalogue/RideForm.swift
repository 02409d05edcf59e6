import Calendar

struct RideForm: Sendable {
    var input: FactInput
    var name: String
    var facts: RideFacts

    private static let names = [
        "name", "former_names", "opened", "closed", "maker", "model", "material", "seating", "restraint", "launch", "height", "length",
        "speed", "inversions", "duration", "source", "moved_from",
    ]

    init(_ form: Form) {
        input = FactInput(form, Self.names)
        name = input["name"]
        facts = RideFacts()
        facts.formerNames = input.list("former_names")
        facts.kind = Ride.Kind(rawValue: form["kind"]) ?? .coaster
        facts.status = Ride.Status(rawValue: form["status"]) ?? .operating
        (facts.opened, facts.closed) = (input.date("opened"), input.date("closed"))
        (facts.maker, facts.model, facts.material) = (input["maker"], input["model"], input["material"])
        (facts.seating, facts.restraint, facts.launch) = (input["seating"], input["restraint"], input["launch"])
        facts.height = input.number("height", scale: 100, in: 1...100_000)
        facts.length = input.number("length", scale: 100, in: 1...10_000_000)
        facts.speed = input.number("speed", scale: 1000, in: 1...1_000_000)
        facts.inversions = input.number("inversions", scale: 1, in: 0...100)
        facts.duration = input.number("duration", scale: 1, in: 1...86_400)
        (facts.isIndoor, facts.isKiddie) = (form["is_indoor"] == "1", form["is_kiddie"] == "1")
        (facts.notes, facts.source) = (form.paragraph("notes"), input["source"])
        if name.isEmpty { input.problems["name"] = "Give the ride a name." }
        if facts.notes.utf16.count > 2000 { input.problems["notes"] = "Use at most 2,000 characters." }
        if facts.source.utf16.count > 500 { input.problems["source"] = "Use at most 500 characters." }
        if let opened = facts.opened, facts.status != .building, opened > CalendarDate.latestToday.description.prefix(opened.count) {
            input.problems["opened"] = "That date is in the future. Set the status to “Being built”."
        }
        if let opened = facts.opened, let closed = facts.closed, closed.prefix(opened.count) < opened.prefix(closed.count) {
            input.problems["closed"] = "The closing date is before the opening date."
        }
    }

    init(_ ride: Ride? = nil) {
        (name, facts, input) = (ride?.name ?? "", ride?.facts ?? RideFacts(), FactInput())
        func number(_ value: Int?, _ scale: Int) -> String { value.map { FactInput.text($0, by: scale) } ?? "" }
        input.texts = [
            "name": name, "former_names": facts.formerNames.joined(separator: "; "), "opened": facts.opened ?? "",
            "closed": facts.closed ?? "", "maker": facts.maker, "model": facts.model, "material": facts.material, "seating": facts.seating,
            "restraint": facts.restraint, "launch": facts.launch, "height": number(facts.height, 100), "length": number(facts.length, 100),
            "speed": number(facts.speed, 1000), "inversions": number(facts.inversions, 1), "duration": number(facts.duration, 1),
            "source": facts.source, "moved_from": facts.movedFrom?.label ?? "",
        ]
    }

    var isValid: Bool { input.problems.isEmpty }

    var fields: [FactField] {
        [
            input.field("former_names", "Former names", hint: ParkForm.formerNamesHint),
            input.field(
                "moved_from", "Moved from",
                hint: "Where it was before: “Ride, Park”, or the number in the address of that ride’s page."),
            input.field("opened", "Opened", hint: "For example 1984 or 1984-05-26."), input.field("closed", "Closed"),
            input.field("maker", "Maker"), input.field("model", "Model"), input.field("material", "Material", hint: "Wood, steel or both."),
            input.field("seating", "Seating"), input.field("restraint", "Restraint"), input.field("launch", "Lift or launch"),
            input.field("height", "Height", hint: "In metres.", mode: "decimal"),
            input.field("length", "Length", hint: "In metres.", mode: "decimal"),
            input.field("speed", "Top speed", hint: "In kilometres an hour.", mode: "decimal"),
            input.field("inversions", "Inversions", mode: "numeric"),
            input.field("duration", "Duration", hint: "In seconds.", mode: "numeric"),
            input.field("source", "Source"),
        ]
    }
}
