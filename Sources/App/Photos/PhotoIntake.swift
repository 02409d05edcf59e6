import Hummingbird
import Postgres

/// Takes the photos of a form that has been received.
struct PhotoIntake: Sendable {
    let visit: MemberVisit
    var audience = Audience.club
    /// For those two alone; nil: for `audience`.
    var conversation: ID<Room>?
    private let queries = PhotoQueries()

    init(_ visit: MemberVisit, for audience: Audience = .club, in conversation: ID<Room>? = nil) {
        (self.visit, self.audience, self.conversation) = (visit, audience, conversation)
    }

    /// What was stored, and why the rest was not.
    struct Taken: Sendable {
        var photos: [ID<Photo>] = []
        var problems: [String] = []
        var status = HTTPResponse.Status.unprocessableContent
    }

    /// Stores what can be stored, and hands each photo to `use` as soon as it is. Between the two nothing is broken off: when the client goes,
    /// only the photos that are not stored yet are left out.
    func take(
        _ upload: Upload, _ use: @escaping @Sendable (ID<Photo>) async throws -> Void = { _ in }
    ) async throws -> Taken {
        var taken = Taken()
        if upload.files.isEmpty { taken.problems.append("Choose a photo first.") }
        for file in upload.files {
            do {
                let photo = try await store(file, of: upload)
                try await Task { try await use(photo) }.value
                taken.photos.append(photo)
            } catch let refusal as Refusal {
                taken.problems.append(upload.files.count > 1 ? "\(file.title): \(refusal.sentence)" : refusal.sentence)
                taken.status = refusal.status
            }
        }
        return taken
    }

    private func store(_ file: UploadedFile, of upload: Upload) async throws -> ID<Photo> {
        try file.check()
        if let known = try await visit.read(queries.photo(sentAs: file.digest, by: visit.me, to: conversation)) {
            // Sent again, as its answer was lost, it is the same; for others than before it is asked to be said so where it is.
            guard !known.isRemoved else { throw Refusal(.conflict, "An admin has removed that photo.") }
            guard conversation != nil || known.audience == audience else {
                throw Refusal(
                    .conflict, "You have shared that photo before. It is among yours, and on its page you can say who sees it.")
            }
            return known.id
        }
        do {
            try visit.spend(.photo)
        } catch let problem as Problem {
            throw Refusal(problem)
        }
        let words = PhotoWords(upload.fields)
        if let problem = words.problem { throw Refusal(.unprocessableContent, problem) }
        let pictures = try await visit.services.photos.pictures(of: file.name, in: upload.folder, for: Holder(visit))
        let photo = NewPhoto(pictures: pictures, digest: file.digest, words: words, audience: audience, conversation: conversation)
        let clubBytes = visit.services.settings.clubPhotoMegabytes << 20
        let added = Task {
            try await visit.services.database.write(
                tenant: visit.club.id.rawValue, retrying: true, DirectoryQueries().lock(visit.me, visit.me), DirectoryQueries().lockClub(),
                queries.add(photo, by: visit.me, clubBytes: clubBytes), PhotoBadges.photos.settle([visit.me])
            ).2
        }
        do {
            guard let added = try await added.value else { throw try await full() }
            return added
        } catch let error as DatabaseError {
            throw StorageLimit(error)?.refusal ?? error
        }
    }

    /// Whose quota it is that is used up.
    private func full() async throws -> Refusal {
        try await visit.read(queries.count(of: visit.me)) < NewPhoto.quota
            ? Refusal(.conflict, "The club has as many photos as it may keep. Some have to go before others can come.")
            : Refusal(.conflict, "You have \(NewPhoto.quota) photos, and more do not fit. Delete one first.")
    }
}

/// What is said beside a photo.
struct PhotoWords: Sendable {
    var caption = ""
    var description = ""

    init() {}

    init(_ form: Form) { (caption, description) = (form.line("caption"), form.line("description")) }

    var problem: String? {
        max(caption.utf16.count, description.utf16.count) > 300
            ? "That is longer than the 300 characters that fit. Shorten it a little." : nil
    }
}
