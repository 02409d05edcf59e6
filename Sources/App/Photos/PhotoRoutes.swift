import Hummingbird
import Postgres
import Web

/// Photos that members share with their club, or with their friends.
struct PhotoRoutes {
    private let queries = PhotoQueries()
    private let feeds = PhotoFeedQueries()
    private static let pageSize = 24
    private static let shownLikes = 100

    func add(to site: Site) {
        site.memberGet("/c/:club/photos") { visit in try await list(visit) }
        site.memberUpload("/c/:club/photos", upload)
        site.memberGet("/c/:club/photos/:photo") { visit in try await show(visit) }
        site.memberPost("/c/:club/photos/:photo", describe)
        site.memberLive(
            "/c/:club/photos/:photo/live",
            parts: { _, club, photo in
                ID(photo).map { [.init([.room(.photo($0), in: club)]), .talk(in: .photo($0), of: club)] }
            }
        ) { visit in
            try PhotoVisit(visit).fragment()
        }
        site.memberPost("/c/:club/photos/:photo/reading", noteSeen)
        site.memberPost("/c/:club/photos/:photo/face", makeFace)
        site.memberGet("/c/:club/photos/:photo/removal", confirmRemoval)
        site.memberPost("/c/:club/photos/:photo/removal", remove)
        ChatRoutes(room: { .photo(try $0.visit.identifier("photo")) }, page: talkAgain).add(to: site, below: "/c/:club/photos/:photo")
        site.memberPost("/c/:club/photos/:photo/like") { visit in try await like(true, visit) }
        site.memberPost("/c/:club/photos/:photo/like/removal") { visit in try await like(false, visit) }
        site.memberGet("/c/:club/photos/:photo/likes", showLikes)
    }

    // MARK: Looking

    private func list(
        _ visit: MemberVisit, status: HTTPResponse.Status = .ok, problems: [String] = [], added: Int = 0, for audience: Audience = .club
    ) async throws -> Response {
        // What was sent is answered with the beginning.
        let cursor = visit.request.method == .post ? Cursor<Photo>() : try visit.cursor()
        let selection = try await PhotoSelection(visit)
        let (found, owner) = try await find(selection, cursor, visit)
        let slice = Slice(found, at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: selection.path(in: visit.club)) }
        var page = PhotosPage(slice, in: selection, owner: owner, visit: visit)
        page.tell(problems: problems, added: added, for: audience)
        return try visit.page(page, status: status)
    }

    /// The photos, and whose they are when they are one member's.
    private func find(_ selection: PhotoSelection, _ cursor: Cursor<Photo>, _ visit: MemberVisit) async throws -> ([Photo], PersonRecord?) {
        let limit = Self.pageSize + 1
        switch selection {
        case .club: return (try await visit.read(feeds.feed(to: visit.me, hidden: visit.hidden, at: cursor, limit: limit)), nil)
        case .friends:
            return (try await visit.read(feeds.feed(ofFriendsOf: visit.me, hidden: visit.hidden, at: cursor, limit: limit)), nil)
        case .tagged(let subject):
            return (try await visit.read(feeds.photos(of: subject.tag, to: visit.me, hidden: visit.hidden, at: cursor, limit: limit)), nil)
        case .member(let member, _):
            let (owner, found) = try await visit.read(
                DirectoryQueries().person(member),
                feeds.photos(of: member, to: visit.me, hidden: visit.hidden, at: cursor, limit: limit))
            guard let owner else { throw Problem.notFound }
            return (found, owner)
        }
    }

    private func show(
        _ visit: MemberVisit, status: HTTPResponse.Status = .ok, problem: String? = nil, draft: Draft = Draft()
    ) async throws -> Response {
        let table = try PhotoVisit(visit)
        let tag = table.fragment().pageTag
        let selection = try await PhotoSelection(visit)
        let contents = try await table.contents(in: selection, draft: draft)
        let visit = try await visit.seen(table.id.rawValue, NoticeKind.ofPhotos)
        return try visit.page(PhotoPage(contents, in: selection, problem: problem, etag: tag, visit: visit), status: status)
    }

    /// What was said, or liked, while the photo was before somebody's eyes is no news to them.
    private func noteSeen(_ visit: MemberVisit) async throws -> Response {
        let table = try PhotoVisit(visit)
        if try await visit.write(NoticeQueries().markRead(table.id.rawValue, NoticeKind.ofPhotos, by: visit.me)) > 0 {
            visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
        } else {
            // It was known already, or is not to be seen.
            _ = try await table.photo()
        }
        return visit.wantsRepresentation ? Response(status: .noContent) : visit.redirect(to: table.path)
    }

    @Sendable private func talkAgain(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        guard visit.wantsRepresentation else { return try await show(visit, draft: draft) }
        return try await PhotoVisit(visit).fragment(draft: draft).representation()
    }

    // MARK: Sending

    private func upload(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try await Upload.receive(visit) { upload in
                let chosen = upload.fields["audience"]
                guard let audience = chosen.isEmpty ? .club : Audience(rawValue: chosen) else {
                    throw Refusal(.unprocessableContent, "Choose who sees the photo.")
                }
                let selection = try await PhotoSelection(visit)
                let taken = try await PhotoIntake(visit, for: audience).take(upload) { photo in
                    guard case .tagged(let subject) = selection else { return }
                    try await visit.write(PhotoTagQueries().add(subject.tag, to: photo.rawValue, by: visit.me))
                }
                guard taken.problems.isEmpty else {
                    return try await list(visit, status: taken.status, problems: taken.problems, added: taken.photos.count, for: audience)
                }
                if taken.photos.count == 1, let photo = taken.photos.first {
                    return visit.redirect(to: selection.path(to: photo, in: visit.club))
                }
                if case .tagged = selection { return visit.redirect(to: selection.path(in: visit.club)) }
                // Where they are to be seen.
                let own = PhotoSelection.member(visit.me, handle: visit.session.username)
                return visit.redirect(to: (audience == .club ? .club : own).path(in: visit.club))
            }
        } refused: { refusal in
            try await list(visit, problems: [refusal.sentence])
        }
    }

    // MARK: One's own

    private func describe(_ visit: MemberVisit) async throws -> Response {
        let words = PhotoWords(visit.form)
        if let problem = words.problem { return try await show(visit, status: .unprocessableContent, problem: problem) }
        let id: ID<Photo> = try visit.identifier("photo")
        let audience = Audience(rawValue: visit.form["audience"])
        // Those that the form shows may be taken off.
        let tags = visit.form["tags"] == "1" ? visit.form.values("tag").compactMap { PhotoTag($0) } : nil
        let (described, _, _) = try await visit.write(
            queries.describe(id, of: visit.me, words, for: audience), PhotoBadges.photos.settle([visit.me]),
            PhotoTagQueries().keep(tags, of: id.rawValue, by: visit.me))
        guard described == 1 else { throw Problem.notFound }
        visit.services.announcer.announce(.room(.photo(id), in: visit.club.id))
        return visit.redirect(to: try await PhotoSelection(visit).path(to: id, in: visit.club))
    }

    private func makeFace(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Photo> = try visit.identifier("photo")
        guard let picture = try await visit.read(queries.whole(id, of: visit.me)) else { throw Problem.notFound }
        return try await visit.answer {
            try visit.spend(.photo)
            let face = try await visit.whileConnected {
                try await visit.services.photos.face(of: picture.bytes, for: Holder(visit))
            }
            let (_, changed) = try await visit.write(queries.addFace(face, of: id, by: visit.me), queries.setPicture(id, of: visit.me))
            guard changed == 1 else { throw Problem.notFound }
            visit.services.announcer.announce(.lobby(visit.club.id), .room(.photo(id), in: visit.club.id))
            return visit.redirect(to: "\(visit.club.path)/members/\(visit.session.username)")
        } refused: { refusal in
            try await show(visit, problem: refusal.sentence)
        }
    }

    private func confirmRemoval(_ visit: MemberVisit) async throws -> Response {
        let photo = try await PhotoVisit(visit).photo()
        guard photo.author.id == visit.me else { throw Problem.notFound }
        return try visit.page(PhotoDeletionPage(layout: visit.layout, photo: PhotoView(photo, club: visit.club)))
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Photo> = try visit.identifier("photo")
        let (deleted, _) = try await visit.write(queries.delete(id, by: visit.me), PhotoBadges.photos.settle([visit.me]))
        guard deleted == 1 else { throw Problem.notFound }
        visit.services.announcer.announce(.room(.photo(id), in: visit.club.id), .inbox(visit.me, in: visit.club.id))
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: visit.club.path + "/photos")
    }

    // MARK: Likes

    private func like(_ isLiked: Bool, _ visit: MemberVisit) async throws -> Response {
        let table = try PhotoVisit(visit)
        try visit.spend(.like)
        try await table.like(isLiked)
        guard visit.wantsRepresentation else {
            return visit.redirect(to: try await PhotoSelection(visit).path(to: table.id, in: visit.club))
        }
        return try await table.fragment().representation()
    }

    private func showLikes(_ visit: MemberVisit) async throws -> Response {
        let cursor = try visit.cursor(.up) as Cursor<Member>
        let (photo, people) = try await PhotoVisit(visit).likes(at: cursor, limit: Self.shownLikes + 1)
        let slice = Slice(people, at: cursor, size: Self.shownLikes)
        guard !slice.leadsToFirst else { return visit.redirect(to: LikesPage.path(of: photo, in: visit.club)) }
        return try visit.page(LikesPage(photo, slice, visit: visit))
    }
}

extension RateLimiter.Limit {
    static let photo = RateLimiter.Limit(name: "photo", burst: 40, secondsPerToken: 10)
    static let like = RateLimiter.Limit(name: "like", burst: 30, secondsPerToken: 2)
}
