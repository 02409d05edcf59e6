import Hummingbird
import Postgres

/// One photo with the talk under it, as a member has it before them.
struct PhotoTable: Sendable {
    let visit: MemberVisit
    let id: ID<Photo>
    private let queries = PhotoQueries()

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.visit.identifier("photo")) }

    var path: String { "\(visit.club.path)/photos/\(id)" }
    private var talk: Talk { Talk(visit, in: .photo(id)) }

    /// What of the page follows what others do: the likes, and what is said.
    func fragment(draft: Draft = Draft()) -> LiveFragment {
        let likes = LiveFragment.Part(topics: [talk.topic]) { _ in
            try visit.services.templates.render(PhotoLive(layout: visit.layout, likes: LikesView(try await photo(), visit: visit)))
        }
        return LiveFragment(visit: visit, parts: [likes, talk.part(draft)])
    }

    /// Throws `Problem.notFound` for whoever may not see it.
    func photo() async throws -> Photo {
        guard let photo = try await visit.read(queries.photo(id, to: visit.me)), !visit.hidden.contains(photo.author.id) else {
            throw Problem.notFound
        }
        return photo
    }

    /// The photo, and the talk under it; nil where there is none.
    func contents(draft: Draft) async throws -> (Photo, Chat?) {
        let (photo, lines) = try await visit.read(queries.photo(id, to: visit.me), talk.newest)
        guard let photo, !visit.hidden.contains(photo.author.id) else { throw Problem.notFound }
        return (photo, photo.audience == nil ? nil : Chat(lines, in: .photo(id), visit: visit, draft: draft))
    }

    /// Likes it, or no longer; its owner is told.
    func like(_ isLiked: Bool) async throws {
        // Throws for whoever may not see it.
        guard try await photo().author.id != visit.me else { return }
        let notices = NoticeQueries()
        guard try await visit.write(queries.setLike(isLiked, id, by: visit.me, hidden: visit.hidden)) > 0 else { return }
        let told = try await visit.write(isLiked ? notices.like(of: id, by: visit.me) : notices.takeBackLike(of: id))
        visit.services.announcer.announce([talk.topic] + told.map { .inbox($0, in: visit.club.id) })
    }
}
