import Hummingbird
import Postgres
import Web

struct VideoGameSharingRoutes {
    func add(to site: Site) { site.memberPost("/c/:club/library/games/:video_game/shares", send) }

    private func send(_ visit: MemberVisit) async throws -> Response {
        let id: ID<VideoGame> = try visit.identifier("video_game")
        guard visit.club.parts.has(.messages) else { throw Problem.notFound }
        let text = visit.form.paragraph("text")
        return try await visit.answer {
            guard let other = ID<Member>(visit.form["member"]) else { throw Refusal(.unprocessableContent, "Choose who to send it to.") }
            guard other != visit.me, !visit.hidden.contains(other), let game = try await visit.read(VideoGameQueries().game(id)) else {
                throw Problem.notFound
            }
            try visit.spend(.follow)
            guard let conversation = try await visit.write(Conversations.findOrCreate(with: other, by: visit.me)) else {
                throw Problem.notFound
            }
            let card = ChatMessageCard(
                path: "/library/games/\(id)", name: game.name, words: VideoGameRow.details(game.facts.released, game.facts.platforms))
            let chatVisit = ChatVisit(visit, in: .conversation(conversation))
            // The search and the list of conversations show the text of a message, so a message without a text gets the name of the game as
            // its text.
            try await chatVisit.send(
                text.isEmpty ? game.name : text, card: card, idempotencyKey: "\(id)" + visit.form.line("idempotency_key"))
            return visit.redirect(to: chatVisit.path + "#chat")
        } refused: { refusal in
            try await VideoGameRoutes().show(visit, problem: refusal, sharing: visit.form)
        }
    }
}
