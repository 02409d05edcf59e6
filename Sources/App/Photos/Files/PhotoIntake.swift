import Hummingbird
import Postgres

/// Stores the photos of an upload: checks each file, makes it smaller, and adds it to the member's photos.
struct PhotoIntake: Sendable {
    let visit: MemberVisit
    var audience = Audience.club
    /// The conversation that the photos are for. Nil if the photos are for `audience`.
    var conversation: ID<ChatRoom>?
    private let queries = PhotoQueries()

    init(_ visit: MemberVisit, for audience: Audience = .club, in conversation: ID<ChatRoom>? = nil) {
        (self.visit, self.audience, self.conversation) = (visit, audience, conversation)
    }

    struct Outcome: Sendable {
        var photos: [ID<Photo>] = []
        var problems: [String] = []
        var status = HTTPResponse.Status.unprocessableContent
    }

    /// Stores each photo that can be stored, and then calls `use` with its id. If the client disconnects, `use` still runs for each photo
    /// that is stored, and the other photos are left out.
    func store(
        _ upload: Upload, _ use: @escaping @Sendable (ID<Photo>) async throws -> Void = { _ in }
    ) async throws -> Outcome {
        var outcome = Outcome()
        if upload.files.isEmpty { outcome.problems.append("Choose a photo first.") }
        for file in upload.files {
            do {
                let photo = try await store(file, of: upload)
                try await Task { try await use(photo) }.value
                outcome.photos.append(photo)
            } catch let refusal as Refusal {
                outcome.problems.append(upload.files.count > 1 ? "\(file.originalName): \(refusal.sentence)" : refusal.sentence)
                outcome.status = refusal.status
            }
        }
        return outcome
    }

    private func store(_ file: UploadedFile, of upload: Upload) async throws -> ID<Photo> {
        try file.check()
        if let known = try await visit.read(queries.known(sentAs: file.digest, by: visit.me, to: conversation)) {
            // A repeated upload gets the same photo, because the first response may have been lost. If the audience differs, the member has
            // to change it on the page of the photo.
            guard !known.isRemoved else { throw Refusal(.conflict, "An admin has removed that photo.") }
            guard conversation != nil || known.audience == audience else {
                throw Refusal(.conflict, "You have shared that photo before. You can change who sees it on its page.")
            }
            return known.id
        }
        do {
            try visit.spend(.photo)
        } catch let problem as Problem {
            throw Refusal(problem)
        }
        let texts = PhotoCaption(upload.fields)
        if let problem = texts.problem { throw Refusal(.unprocessableContent, problem) }
        let pictures = try await visit.services.pictures.pictures(of: file.name, in: upload.folder, for: Requester(visit))
        let photo = NewPhoto(pictures: pictures, digest: file.digest, texts: texts, audience: audience, conversation: conversation)
        let clubBytes = visit.services.settings.clubPhotoMegabytes << 20
        let added = Task {
            try await visit.services.database.write(
                tenant: visit.club.id.rawValue, retryingConflicts: true, ClubDirectoryQueries().lock(visit.me),
                ClubDirectoryQueries().lockClub(), queries.add(photo, by: visit.me, clubBytes: clubBytes),
                PhotoBadges.photos.award(to: [visit.me])
            ).2
        }
        do {
            guard let added = try await added.value else { throw try await limitRefusal() }
            return added
        } catch let error as DatabaseError {
            throw StorageLimit(error)?.refusal ?? error
        }
    }

    private func limitRefusal() async throws -> Refusal {
        try await visit.read(queries.count(of: visit.me)) < NewPhoto.quota
            ? Refusal(.conflict, "The club has reached its limit for photos. Some must be deleted first.")
            : Refusal(.conflict, "You have \(NewPhoto.quota) photos, and cannot have more. Delete one first.")
    }
}

struct PhotoCaption: Sendable {
    var caption = ""
    var description = ""

    init() {}

    init(_ form: Form) { (caption, description) = (form.line("caption"), form.line("description")) }

    var problem: String? {
        max(caption.utf16.count, description.utf16.count) > 300
            ? "The text is longer than 300 characters. Shorten it." : nil
    }
}
