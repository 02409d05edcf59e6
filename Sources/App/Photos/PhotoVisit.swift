import Hummingbird
import Postgres

struct PhotoVisit: Sendable {
    let visit: MemberVisit
    let id: ID<Photo>
    private let queries = PhotoQueries()

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.identifier("photo")) }

    var path: String { "\(visit.club.path)/photos/\(id)" }
    private var chatVisit: ChatVisit { ChatVisit(visit, in: .photo(id)) }

    func fragment(draft: Draft = Draft()) -> LiveFragment {
        let likes = LiveFragment.Part(topics: [chatVisit.topic]) { _ in
            try visit.services.templates.render(PhotoLive(layout: visit.layout, likes: LikesView(try await photo(), visit: visit)))
        }
        return LiveFragment(visit: visit, parts: [likes, chatVisit.part(draft)])
    }

    /// Throws `Problem.notFound` if the member may not see the photo.
    func photo() async throws -> Photo {
        guard let photo = try await visit.read(queries.photo(id, to: visit.me, hidden: visit.hidden)) else {
            throw Problem.notFound
        }
        return photo
    }

    struct Contents: Sendable {
        var photo: Photo
        /// The comments on the photo. Nil if the photo belongs to a conversation, or an admin has removed it.
        var chat: Chat?
        /// The photos before and after this photo in the list. Nil if `chat` is nil.
        var neighbours: PhotoNeighbours?
        var subjects: [TaggedSubject] = []
    }

    func contents(in selection: PhotoSelection, draft: Draft) async throws -> Contents {
        let (photo, messages, neighbours, subjects) = try await visit.read(
            queries.photo(id, to: visit.me, hidden: visit.hidden), chatVisit.newest,
            PhotoFeedQueries().neighbours(of: id, in: selection, to: visit.me, hidden: visit.hidden),
            PhotoTagQueries().subjects(of: id.rawValue))
        guard let photo else { throw Problem.notFound }
        guard photo.audience != nil else { return Contents(photo: photo) }
        return Contents(
            photo: photo, chat: Chat(messages, in: .photo(id), visit: visit, draft: draft), neighbours: neighbours,
            subjects: subjects.filter { $0.isShown(in: visit.club) })
    }

    /// The photo, and members who like it. Throws `Problem.notFound` if the member may not see the likes.
    func likes(at cursor: Cursor<Member>, limit: Int) async throws -> (Photo, [PersonRecord]) {
        let (photo, people) = try await visit.read(
            queries.photo(id, to: visit.me, hidden: visit.hidden), queries.likes(of: id, hidden: visit.hidden, at: cursor, limit: limit))
        guard let photo, photo.audience != nil else { throw Problem.notFound }
        return (photo, people)
    }

    /// Adds or deletes a like, and notifies the owner of the photo. Throws `Problem.notFound` if the member may not see the photo.
    func setLike(_ isLiked: Bool) async throws {
        guard try await photo().author.id != visit.me else { return }
        let notices = PhotoNoticeQueries()
        guard try await visit.write(queries.setLike(isLiked, id, by: visit.me)) > 0 else { return }
        let notified = try await visit.write(isLiked ? notices.notifyOfLike(of: id, by: visit.me) : notices.unread(of: id))
        visit.services.announcer.announce([chatVisit.topic] + notified.map { .inbox($0, in: visit.club.id) })
    }
}
