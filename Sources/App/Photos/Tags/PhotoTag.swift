import Postgres

extension PhotoTagKind {
    static let all = features.flatMap(\.photoTags)
}

/// A tag of a photo, which says what the photo shows. Addresses and HTML forms write a tag as its `text`, for example `ride-5`.
struct PhotoTag: Hashable, Sendable {
    var kind: String
    var subject: Int

    init(_ kind: PhotoTagKind, _ subject: Int) { (self.kind, self.subject) = (kind.name.description, subject) }

    /// Parses the text of a tag. Returns nil if the text is not a tag of a known kind.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, PhotoTagKind.all.contains(where: { $0.name.description == parts[0] }), let subject = Int(parts[1]) else {
            return nil
        }
        (kind, self.subject) = (String(parts[0]), subject)
    }

    var text: String { "\(kind)-\(subject)" }

    /// The address of the page with all photos that have the tag. Members can add photos on that page.
    func path(in club: Club) -> String { "\(club.path)/photos?tag=\(text)" }
}

struct TaggedSubject: Sendable, RowDecodable {
    var tag: PhotoTag
    var title: String
    /// The address of the subject's page, relative to the club's path.
    var path: String

    init(_ row: inout Row) throws {
        let (kind, subject): (String, Int) = (try row.next(), try row.next())
        guard let tag = PhotoTag("\(kind)-\(subject)") else { throw Problem.notFound }
        self.tag = tag
        title = try row.next()
        path = try row.next()
    }

    /// True if the club has switched on the part that the subject belongs to. For example, a park belongs to Rides.
    func isShown(in club: Club) -> Bool {
        PhotoTagKind.all.contains { $0.name.description == tag.kind && club.parts.has($0.part) }
    }
}
