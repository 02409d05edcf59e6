extension DemoScene {
    func say(in room: ChatRoom, _ messages: (by: ID<Member>, text: String)...) async throws {
        for message in messages {
            try await write(
                ChatMessageQueries().add(message.text, picture: nil, to: room, by: message.by, idempotencyKey: RandomText.make(bytes: 12)))
        }
    }
}
