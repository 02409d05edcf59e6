import Postgres

/// A list of photos that the visitor looks at. The query of an address names the list, so that the page of a photo links to the next photo
/// in the same list.
enum PhotoSelection: Sendable {
    case club
    case friends
    case member(ID<Member>, handle: String)
    case tagged(TaggedSubject)

    /// Reads the query of the request. Throws `Problem.notFound` if the visitor may not see the member, or there is no such tag.
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

    /// Path of the list, or of one photo in it.
    /// - Parameter rest: The part of the path after the photo.
    func path(to photo: ID<Photo>? = nil, below rest: String = "", in club: Club) -> String {
        club.path + "/photos" + (photo.map { "/\($0)" } ?? "") + rest + (query.isEmpty ? "" : "?" + query)
    }
}

/// The photos before and after a photo in a list. Nil at the ends of the list.
struct PhotoNeighbours: RowRecord {
    var newer: ID<Photo>?
    var older: ID<Photo>?

    static let decoder = RowDecoder(PhotoNeighbours.init)
}
