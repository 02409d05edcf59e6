extension DemoScene {
    func say(in room: ChatRoom, _ lines: (by: ID<Member>, text: String)...) async throws {
        for line in lines {
            try await write(ChatMessageQueries().add(line.text, picture: nil, to: room, by: line.by, nonce: RandomText.make(bytes: 12)))
        }
    }
}
