struct VideoGameForm: Sendable {
    var input: FactInput
    var name: String
    var facts: VideoGameFacts

    init(_ form: Form) {
        input = FactInput(form, ["name"] + VideoGameFacts.ofForm.filter(\.isTyped).map(\.name))
        (name, facts) = (input["name"], VideoGameFacts())
        for fact in VideoGameFacts.ofForm { fact.read(form, &input, into: &facts) }
        if name.isEmpty { input.problems["name"] = "Write the name of the game." }
    }

    /// Fills the form with a stored game, or with the name of a new game.
    init(_ game: VideoGame? = nil, name: String = "") {
        (self.name, facts, input) = (game?.name ?? name, game?.facts ?? VideoGameFacts(), FactInput())
        for fact in VideoGameFacts.ofForm where fact.isTyped { input.texts[fact.name] = fact.text(of: facts) }
        input.texts["name"] = self.name
    }

    var isValid: Bool { input.problems.isEmpty }

    var fields: [FactField] {
        [input.field("name", "Name", isRequired: true)] + VideoGameFacts.ofForm.filter(\.isTyped).map { $0.field(input) }
    }
}
