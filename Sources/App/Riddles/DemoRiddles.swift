import GameRules
import Postgres

struct DemoRiddles {
    let scene: DemoScene
    private let riddles = RiddleQueries()
    private let answers = AnswerQueries()

    func play() async throws {
        let (ana, ben, carmen) = (scene.ana, scene.ben, scene.carmen)
        if let riddle = try await send(
            "🦁👑", "The Lion King", .film, to: [ana], by: ben, hints: ["It is set in a savannah.", "Hakuna matata."])
        {
            try await scene.write(riddles.lock(riddle), answers.submit("Lion King", .exact, to: riddle, by: ana))
            try await scene.write(riddles.lock(riddle), answers.judge(.right, number: 1, of: ana, to: riddle, by: ben))
            try await scene.say(in: .riddle(riddle), (ben, "Too easy?"), (ana, "I hummed it all evening."))
        }
        if let riddle = try await send(
            "🌧️🐱🐶", "It is raining cats and dogs", .saying, to: [ben, carmen], by: ana, hints: ["Take an umbrella."])
        {
            try await scene.write(riddles.lock(riddle), answers.submit("Wet pets", .none, to: riddle, by: ben))
        }
        _ = try await send("⏰🐢🏁", "Slow and steady wins the race", .saying, to: [ana], by: carmen, hints: [])
        _ = try await send("🎡🌊🍦", "Boardwalk", .place, to: [], by: ben, hints: ["You are there."])
    }

    /// Sends the riddle to the whole club if `receivers` is empty.
    private func send(
        _ emoji: String, _ solution: String, _ kind: Riddle.Kind, to receivers: [ID<Member>], by sender: ID<Member>, hints: [String]
    ) async throws -> ID<Riddle>? {
        let riddle = NewRiddle(
            audience: receivers.isEmpty ? .club : .members, emoji: emoji, solution: solution, kind: kind, hints: hints,
            words: WordCount.of(solution))
        return try await scene.write(riddles.create(riddle, for: receivers, code: nil, origin: nil, by: sender))
    }
}
