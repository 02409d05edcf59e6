struct VideoGameForm: Sendable {
    var input: FactInput
    var name: String
    var facts: VideoGameFacts

    private static let (descriptionLimit, maxPlayers) = (5000, 1000)

    init(_ form: Form) {
        input = FactInput(form, ["name", "other_names", "released", "platforms", "genres", "together", "against", "source"])
        name = input["name"]
        facts = VideoGameFacts()
        facts.otherNames = input.list("other_names")
        facts.released = input.date("released")
        (facts.platforms, facts.genres) = (input.list("platforms"), input.list("genres"))
        facts.modes.isAlone = form["is_alone"] == "1" ? true : nil
        facts.modes.together = input.number("together", scale: 1, in: 0...Self.maxPlayers)
        facts.modes.against = input.number("against", scale: 1, in: 0...Self.maxPlayers)
        (facts.description, facts.source) = (form.paragraph("description"), input["source"])
        let length = facts.description.unicodeScalars.count
        if name.isEmpty { input.problems["name"] = "Write the name of the game." }
        if length > Self.descriptionLimit {
            input.problems["description"] = "That is \(length) characters. The limit is \(Self.descriptionLimit)."
        }
    }

    /// Fills the form with a stored game, or with the name of a new game.
    init(_ game: VideoGame? = nil, name: String = "") {
        (self.name, facts, input) = (game?.name ?? name, game?.facts ?? VideoGameFacts(), FactInput())
        input.texts = [
            "name": self.name, "other_names": facts.otherNames.joined(separator: "; "), "released": facts.released ?? "",
            "platforms": facts.platforms.joined(separator: "; "), "genres": facts.genres.joined(separator: "; "),
            "together": facts.modes.together.map(String.init) ?? "", "against": facts.modes.against.map(String.init) ?? "",
            "source": facts.source,
        ]
    }

    var isValid: Bool { input.problems.isEmpty }

    var fields: [FactField] {
        [
            input.field("name", "Name", isRequired: true),
            input.field("other_names", "Other names", hint: "Separate them with semicolons."),
            input.field("released", "Released", hint: "For example 2017 or 2017-03-03."),
            input.field("platforms", "Platforms", hint: "Separate them with semicolons: PC; Switch."),
            input.field("genres", "Genres", hint: "Separate them with semicolons."),
            input.field("together", "How many people can play together", hint: "0 if nobody can.", mode: "numeric"),
            input.field("against", "How many people can play against each other", hint: "0 if nobody can.", mode: "numeric"),
            input.field("source", "Source"),
        ]
    }
}
