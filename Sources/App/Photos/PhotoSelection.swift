import Postgres

/// Whose photos are looked through. An address names it in its query, so that one leafs through the same photos that one came from.
enum PhotoSelection: Sendable {
    /// All that one may see.
    case club
    /// Those of one's friends.
    case friends
    case member(ID<Member>, handle: String)
    /// Those of a thing.
    case tagged(TaggedSubject)

    /// What the visitor asks for. Throws `Problem.notFound` when they ask for somebody, or something, that is not
    /// there for them.
    init(_ visit: MemberVisit) async throws {
        if let text = visit.query("tag") {
            guard let tag = PhotoTag(text), let subject = try await visit.read(PhotoTagQueries().subject(tag)),
                subject.isShown(in: visit.club)
            else { throw Problem.notFound }
            self = .tagged(subject)
        } else if let handle = visit.query("of") {
            self = .member(try await visit.member(handle), handle: handle)
        } else {
            self = visit.query("from") == "friends" ? .friends : .club
        }
    }

    private var query: String {
        switch self {
        case .club: ""
        case .friends: "from=friends"
        case .member(_, let handle): "of=\(handle.percentEncoded)"
        case .tagged(let subject): "tag=\(subject.tag.text)"
        }
    }

    /// All of them, or one.
    /// - Parameter rest: what follows the photo's own path.
    func path(to photo: ID<Photo>? = nil, below rest: String = "", in club: Club) -> String {
        club.path + "/photos" + (photo.map { "/\($0)" } ?? "") + rest + (query.isEmpty ? "" : "?" + query)
    }
}

/// The photos on both sides of one.
struct PhotoNeighbours: Sendable, RowDecodable {
    var newer: ID<Photo>?
    var older: ID<Photo>?

    init(_ row: inout Row) throws {
        newer = try row.next()
        older = try row.next()
    }
}
