extension DemoScene {
    /// What members say in a room, one after the other.
    func say(in room: Room, _ lines: (by: ID<Member>, text: String)...) async throws {
        for line in lines {
            try await write(LineQueries().add(line.text, picture: nil, to: room, by: line.by, nonce: RandomText.make(bytes: 12)))
        }
    }
}
