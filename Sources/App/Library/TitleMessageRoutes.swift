import Hummingbird
import Postgres
import Web

/// A game that is put into a message.
struct TitleMessageRoutes {
    func add(to site: Site) { site.memberPost("/c/:club/library/titles/:title/messages", send) }

    private func send(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Title> = try visit.identifier("title")
        guard visit.club.parts.has(.messages) else { throw Problem.notFound }
        let text = visit.form.paragraph("text")
        return try await visit.answer {
            guard let other = ID<Member>(visit.form["member"]) else { throw Refusal(.unprocessableContent, "Choose to whom it goes.") }
            guard other != visit.me, !visit.hidden.contains(other), let title = try await visit.read(TitleQueries().title(id)) else {
                throw Problem.notFound
            }
            try visit.spend(.follow)
            guard let conversation = try await visit.write(ConversationQueries().open(with: other, by: visit.me)) else {
                throw Problem.notFound
            }
            let card = LineCard(
                path: "/library/titles/\(id)", name: title.name, words: TitleRow.words(title.facts.released, title.facts.platforms))
            let talk = Talk(visit, in: .conversation(conversation))
            // Whoever finds it again by its words, or reads of it in a list, needs some.
            try await talk.say(text.isEmpty ? title.name : text, card: card, nonce: "\(id)" + visit.form.line("nonce"))
            return visit.redirect(to: talk.path + "#chat")
        } refused: { refusal in
            try await TitleRoutes().show(visit, problem: refusal, sending: visit.form)
        }
    }
}
