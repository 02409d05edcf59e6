import Postgres

extension PhotoTagKind {
    static let all = features.flatMap(\.photoTags)
}

/// What a photo is of: `ride-5`, as an address and a form have it.
struct PhotoTag: Hashable, Sendable {
    var kind: String
    var subject: Int

    init(_ kind: PhotoTagKind, _ subject: Int) { (self.kind, self.subject) = (kind.name.description, subject) }

    /// nil: it names none.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, PhotoTagKind.all.contains(where: { $0.name.description == parts[0] }), let subject = Int(parts[1]) else {
            return nil
        }
        (kind, self.subject) = (String(parts[0]), subject)
    }

    var text: String { "\(kind)-\(subject)" }

    /// Where all photos of it are, and where others are added.
    func path(in club: Club) -> String { "\(club.path)/photos?tag=\(text)" }
}

/// A tag, with what the thing is called.
struct TaggedSubject: Sendable, RowDecodable {
    var tag: PhotoTag
    var title: String
    /// Below the club's.
    var path: String

    init(_ row: inout Row) throws {
        let (kind, subject): (String, Int) = (try row.next(), try row.next())
        guard let tag = PhotoTag("\(kind)-\(subject)") else { throw Problem.notFound }
        self.tag = tag
        title = try row.next()
        path = try row.next()
    }

    /// Whether the club has the part that it belongs to.
    func isShown(in club: Club) -> Bool {
        PhotoTagKind.all.contains { $0.name.description == tag.kind && club.parts.has($0.part) }
    }
}
