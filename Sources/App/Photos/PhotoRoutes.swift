import Hummingbird
import NIOCore
import Postgres

/// Photos that members share with their club.
struct PhotoRoutes {
    private let queries = PhotoQueries()
    private static let pageSize = 24
    /// How many one may have.
    private static let quota = 1000

    func add(to site: Site) {
        site.memberGet("/c/:club/photos") { visit in try await list(visit) }
        site.memberUpload("/c/:club/photos", upload)
        site.memberGet("/c/:club/photos/:photo") { visit in try await show(visit) }
        site.memberPost("/c/:club/photos/:photo", describe)
        site.memberGet("/c/:club/photos/:photo/large") { visit in try await send(.large, visit) }
        site.memberGet("/c/:club/photos/:photo/small") { visit in try await send(.small, visit) }
        site.memberPost("/c/:club/photos/:photo/face", makeFace)
        site.memberGet("/c/:club/photos/:photo/face") { visit in visit.visit.redirect(to: try path(visit)) }
        site.memberGet("/c/:club/photos/:photo/removal", confirmRemoval)
        site.memberPost("/c/:club/photos/:photo/removal", remove)
    }

    private func path(_ visit: MemberVisit) throws -> String {
        "\(visit.club.path)/photos/\(try visit.visit.identifier("photo") as ID<Photo>)"
    }

    // MARK: Looking

    private func list(
        _ visit: MemberVisit, status: HTTPResponse.Status = .ok, problems: [String] = [], added: Int = 0
    ) async throws -> Response {
        var before = ID<Photo>.last
        if let text = visit.visit.query("before") {
            guard let id = ID<Photo>(text) else { throw Problem.notFound }
            before = id
        }
        if let handle = visit.visit.query("of") { return try await album(of: handle, before: before, visit) }
        let found = try await visit.read(queries.photos(before: before, limit: Self.pageSize + 1))
        let page = PhotosPage(found, limit: Self.pageSize, isFirst: before == .last, problems: problems, added: added, visit: visit)
        return try visit.visit.page(page, status: status)
    }

    /// The photos of one member.
    private func album(of handle: String, before: ID<Photo>, _ visit: MemberVisit) async throws -> Response {
        guard let member = try await visit.services.members.member(handle, in: visit.club.id), !visit.hidden.contains(member) else {
            throw Problem.notFound
        }
        let (owner, found) = try await visit.read(
            ClubQueries().person(member), queries.photos(of: member, before: before, limit: Self.pageSize + 1))
        guard let owner else { throw Problem.notFound }
        let page = PhotosPage(found, limit: Self.pageSize, isFirst: before == .last, owner: owner, visit: visit)
        return try visit.visit.page(page)
    }

    private func show(_ visit: MemberVisit, status: HTTPResponse.Status = .ok, problem: String? = nil) async throws -> Response {
        let photo = try await photo(visit)
        return try visit.visit.page(PhotoPage(photo, problem: problem, visit: visit), status: status)
    }

    private func photo(_ visit: MemberVisit) async throws -> Photo {
        guard let photo = try await visit.read(queries.photo(visit.visit.identifier("photo"))), !visit.hidden.contains(photo.author.id)
        else {
            throw Problem.notFound
        }
        return photo
    }

    /// Streams a file from the database. A photo never changes, so it may be kept for as long as there is room.
    private func send(_ size: Photo.Size, _ visit: MemberVisit) async throws -> Response {
        let id: ID<Photo> = try visit.visit.identifier("photo")
        guard let file = try await visit.read(queries.file(size, of: id, hidden: visit.hidden, bytes: PieceRange.size)) else {
            throw Problem.notFound
        }
        let name = file.digest.bytes.prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let representation = Representation(
            length: file.length, tag: EntityTag(opaque: "\(name)-\(size.rawValue)"), content: [.contentType: "image/webp"],
            caching: [.cacheControl: "private, max-age=31536000, immutable"])
        return representation.response(to: visit.visit.request) { range in
            ResponseBody(contentLength: range.count) { writer in
                var position = range.lowerBound
                while position < range.upperBound {
                    let count = min(PieceRange.size, range.upperBound - position)
                    let bytes: [UInt8]
                    if position + count <= file.beginning.bytes.count {
                        bytes = Array(file.beginning.bytes[position..<position + count])
                    } else {
                        bytes = try await visit.read(queries.bytes(size, of: id, from: position, count: count))?.bytes ?? []
                    }
                    guard !bytes.isEmpty else { throw Problem.notFound }
                    position += bytes.count
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                try await writer.finish(nil)
            }
        }
    }

    // MARK: Sending

    private func upload(_ visit: MemberVisit) async throws -> Response {
        do {
            return try await Upload.receive(visit) { upload in try await take(upload, visit) }
        } catch let refusal as Refusal {
            var response = try await list(visit, status: refusal.status, problems: [refusal.sentence])
            response.headers[.retryAfter] = refusal.retryAfter.map(String.init)
            return response
        }
    }

    /// Stores what can be stored, and says of the rest why not.
    private func take(_ upload: Upload, _ visit: MemberVisit) async throws -> Response {
        var (stored, problems, status) = ([ID<Photo>](), [String](), HTTPResponse.Status.unprocessableContent)
        if upload.files.isEmpty { problems.append("Choose a photo first.") }
        for file in upload.files {
            do {
                stored.append(try await store(file, of: upload, visit))
            } catch let refusal as Refusal {
                problems.append(upload.files.count > 1 ? "\(file.title): \(refusal.sentence)" : refusal.sentence)
                status = refusal.status
            }
        }
        guard problems.isEmpty else { return try await list(visit, status: status, problems: problems, added: stored.count) }
        let only = stored.count == 1 ? stored.first : nil
        return visit.visit.redirect(to: visit.club.path + "/photos" + (only.map { "/\($0)" } ?? ""))
    }

    private func store(_ file: UploadedFile, of upload: Upload, _ visit: MemberVisit) async throws -> ID<Photo> {
        if let refusal = file.refusal { throw refusal }
        guard file.size > 0 else { throw Refusal(.unprocessableContent, "That file is empty.") }
        if let known = try await visit.read(queries.photo(sentAs: file.digest, by: visit.me)) { return known }
        do {
            try visit.services.limiter.spend(.photo, by: visit.session.account.description)
        } catch let problem as Problem {
            throw Refusal(problem)
        }
        let pictures = try await visit.services.photos.pictures(of: file.name, in: upload.folder)
        let words = PhotoWords(upload.fields)
        if let problem = words.problem { throw Refusal(.unprocessableContent, problem) }
        let added = try await visit.write(
            queries.add(
                pictures, digest: file.digest, by: visit.me, caption: words.caption, description: words.description, quota: Self.quota))
        guard let added else { throw Refusal(.conflict, "You have \(Self.quota) photos, and more do not fit. Delete one first.") }
        return added
    }

    // MARK: One's own

    private func describe(_ visit: MemberVisit) async throws -> Response {
        let words = PhotoWords(visit.form)
        if let problem = words.problem { return try await show(visit, status: .unprocessableContent, problem: problem) }
        let id: ID<Photo> = try visit.visit.identifier("photo")
        guard try await visit.write(queries.describe(id, of: visit.me, caption: words.caption, description: words.description)) == 1 else {
            throw Problem.notFound
        }
        return visit.visit.redirect(to: try path(visit))
    }

    private func makeFace(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Photo> = try visit.visit.identifier("photo")
        guard try await visit.write(queries.setPicture(id, of: visit.me)) == 1 else { throw Problem.notFound }
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.visit.redirect(to: "\(visit.club.path)/members/\(visit.session.username)")
    }

    private func confirmRemoval(_ visit: MemberVisit) async throws -> Response {
        let photo = try await photo(visit)
        guard photo.author.id == visit.me || visit.isAdmin else { throw Problem.notFound }
        return try visit.visit.page(PhotoDeletionPage(layout: visit.layout, photo: PhotoView(photo, club: visit.club)))
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Photo> = try visit.visit.identifier("photo")
        guard try await visit.write(queries.delete(id, by: visit.me, isAdmin: visit.isAdmin)) == 1 else { throw Problem.notFound }
        return visit.visit.redirect(to: visit.club.path + "/photos")
    }
}

/// What is said beside a photo.
struct PhotoWords {
    var caption: String
    var description: String

    init(_ form: Form) { (caption, description) = (form.line("caption"), form.line("description")) }

    var problem: String? {
        max(caption.utf16.count, description.utf16.count) > 300
            ? "That is longer than the 300 characters that fit. Shorten it a little." : nil
    }
}
