import Calendar

struct RideForm: Sendable {
    var input: FactInput
    var name: String
    var facts: RideFacts

    init(_ form: Form) {
        input = FactInput(form, ["name", "moved_from"] + RideFacts.all.filter(\.isTyped).map(\.name))
        (name, facts) = (input["name"], RideFacts())
        for fact in RideFacts.all { fact.read(form, &input, into: &facts) }
        if name.isEmpty { input.problems["name"] = "Give the ride a name." }
        if let opened = facts.opened, facts.status != .building, opened > CalendarDate.latestToday.description.prefix(opened.count) {
            input.problems["opened"] = "That date is in the future. Set the status to “Being built”."
        }
        if let opened = facts.opened, let closed = facts.closed, closed.prefix(opened.count) < opened.prefix(closed.count) {
            input.problems["closed"] = "The closing date is before the opening date."
        }
    }

    init(_ ride: Ride? = nil) {
        (name, facts, input) = (ride?.name ?? "", ride?.facts ?? RideFacts(), FactInput())
        for fact in RideFacts.all where fact.isTyped { input.texts[fact.name] = fact.text(of: facts) }
        (input.texts["name"], input.texts["moved_from"]) = (name, facts.movedFrom?.label ?? "")
    }

    var texts: [String: String] {
        RideFacts.all.filter { !$0.isTyped }.reduce(into: input.texts) { texts, fact in texts[fact.name] = fact.text(of: facts) }
    }

    var isValid: Bool { input.problems.isEmpty }

    var fields: [FactField] {
        RideFacts.all.filter(\.isTyped).map { $0.field(input) } + [
            input.field(
                "moved_from", "Moved from",
                hint: "Where it was before: “Ride, Park”, or the number in the address of that ride’s page.")
        ]
    }
}
