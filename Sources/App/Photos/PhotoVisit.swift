import Hummingbird
import Postgres

/// One photo with the talk under it, as a member has it before them.
struct PhotoVisit: Sendable {
    let visit: MemberVisit
    let id: ID<Photo>
    private let queries = PhotoQueries()

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.identifier("photo")) }

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
        guard let photo = try await visit.read(queries.photo(id, to: visit.me, hidden: visit.hidden)) else {
            throw Problem.notFound
        }
        return photo
    }

    struct Contents: Sendable {
        var photo: Photo
        /// The talk under it; nil where there is none.
        var chat: Chat?
        /// Those beside it; none in a conversation.
        var neighbours: PhotoNeighbours?
        var subjects: [TaggedSubject] = []
    }

    func contents(in selection: PhotoSelection, draft: Draft) async throws -> Contents {
        let (photo, lines, neighbours, subjects) = try await visit.read(
            queries.photo(id, to: visit.me, hidden: visit.hidden), talk.newest,
            PhotoFeedQueries().neighbours(of: id, in: selection, to: visit.me, hidden: visit.hidden),
            PhotoTagQueries().subjects(of: id.rawValue))
        guard let photo else { throw Problem.notFound }
        guard photo.audience != nil else { return Contents(photo: photo) }
        return Contents(
            photo: photo, chat: Chat(lines, in: .photo(id), visit: visit, draft: draft), neighbours: neighbours,
            subjects: subjects.filter { $0.isShown(in: visit.club) })
    }

    /// Who likes it.
    func likes(at cursor: Cursor<Member>, limit: Int) async throws -> (Photo, [PersonRecord]) {
        let (photo, people) = try await visit.read(
            queries.photo(id, to: visit.me, hidden: visit.hidden), queries.likes(of: id, hidden: visit.hidden, at: cursor, limit: limit))
        guard let photo, photo.audience != nil else { throw Problem.notFound }
        return (photo, people)
    }

    /// Likes it, or no longer; its owner is told.
    func like(_ isLiked: Bool) async throws {
        // Throws for whoever may not see it.
        guard try await photo().author.id != visit.me else { return }
        let notices = PhotoNoticeQueries()
        guard try await visit.write(queries.setLike(isLiked, id, by: visit.me)) > 0 else { return }
        let told = try await visit.write(isLiked ? notices.like(of: id, by: visit.me) : notices.unread(of: id))
        visit.services.announcer.announce([talk.topic] + told.map { .inbox($0, in: visit.club.id) })
    }
}
