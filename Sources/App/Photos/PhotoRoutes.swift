import Hummingbird
import Postgres
import Web

struct PhotoRoutes {
    private let queries = PhotoQueries()
    private let feeds = PhotoFeedQueries()
    private static let pageSize = 24
    private static let shownLikes = 100

    func add(to site: Site) {
        site.memberGet("/c/:club/photos") { visit in try await list(visit) }
        site.memberUpload("/c/:club/photos", upload)
        site.memberGet("/c/:club/photos/:photo") { visit in try await show(visit) }
        site.memberPost("/c/:club/photos/:photo", update)
        site.memberLive(
            "/c/:club/photos/:photo/live",
            parts: { _, club, photo in
                ID(photo).map { [.init([.room(.photo($0), in: club)]), .talk(in: .photo($0), of: club)] }
            }
        ) { visit in
            try PhotoVisit(visit).fragment()
        }
        site.memberPost("/c/:club/photos/:photo/reading", markNoticesRead)
        site.memberPost("/c/:club/photos/:photo/avatar", setAvatar)
        site.memberGet("/c/:club/photos/:photo/removal", confirmRemoval)
        site.memberPost("/c/:club/photos/:photo/removal", remove)
        ChatRoutes(kind: .photo, page: respondWithPage).add(to: site)
        site.memberPost("/c/:club/photos/:photo/like") { visit in try await setLike(true, visit) }
        site.memberPost("/c/:club/photos/:photo/like/removal") { visit in try await setLike(false, visit) }
        site.memberGet("/c/:club/photos/:photo/likes", showLikes)
    }

    // MARK: Viewing

    private func list(
        _ visit: MemberVisit, status: HTTPResponse.Status = .ok, problems: [String] = [], added: Int = 0, for audience: Audience = .club
    ) async throws -> Response {
        // The response to a form shows the first page.
        let cursor = visit.request.method == .post ? Cursor<Photo>() : try visit.cursor()
        let selection = try await PhotoSelection(visit)
        let (found, owner) = try await find(selection, cursor, visit)
        let slice = Slice(found, at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: selection.path(in: visit.club)) }
        var page = PhotosPage(slice, in: selection, owner: owner, visit: visit)
        page.showUploadResult(problems: problems, added: added, for: audience)
        return try visit.page(page, status: status)
    }

    /// The photos of a list. If the list has the photos of one member, also that member.
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
                ClubDirectoryQueries().person(member),
                feeds.photos(of: member, to: visit.me, hidden: visit.hidden, at: cursor, limit: limit))
            guard let owner else { throw Problem.notFound }
            return (found, owner)
        }
    }

    private func show(
        _ visit: MemberVisit, status: HTTPResponse.Status = .ok, problem: String? = nil, draft: Draft = Draft()
    ) async throws -> Response {
        let photoVisit = try PhotoVisit(visit)
        let tag = photoVisit.fragment().fragmentTag
        let selection = try await PhotoSelection(visit)
        let contents = try await photoVisit.contents(in: selection, draft: draft)
        let visit = try await visit.seen(photoVisit.id.rawValue, NoticeKind.ofPhotos)
        return try visit.page(PhotoPage(contents, in: selection, problem: problem, fragmentTag: tag, visit: visit), status: status)
    }

    /// Marks as read the notices that arrived while the member had the photo open.
    private func markNoticesRead(_ visit: MemberVisit) async throws -> Response {
        let photoVisit = try PhotoVisit(visit)
        if try await visit.write(NoticeQueries().markRead(photoVisit.id.rawValue, NoticeKind.ofPhotos, by: visit.me)) > 0 {
            visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
        } else {
            // There was nothing to mark. Throws `Problem.notFound` if the member may not see the photo.
            _ = try await photoVisit.photo()
        }
        return visit.wantsRepresentation ? Response(status: .noContent) : visit.redirect(to: photoVisit.path)
    }

    @Sendable private func respondWithPage(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        guard visit.wantsRepresentation else { return try await show(visit, draft: draft) }
        return try await PhotoVisit(visit).fragment(draft: draft).representation()
    }

    // MARK: Uploading

    private func upload(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try await Upload.receive(visit) { upload in
                let chosen = upload.fields["audience"]
                guard let audience = chosen.isEmpty ? .club : Audience(rawValue: chosen) else {
                    throw Refusal(.unprocessableContent, "Choose who can see the photo.")
                }
                let selection = try await PhotoSelection(visit)
                let outcome = try await PhotoIntake(visit, for: audience).store(upload) { photo in
                    guard case .tagged(let subject) = selection else { return }
                    try await visit.write(PhotoTagQueries().add(subject.tag, to: photo.rawValue, by: visit.me))
                }
                guard outcome.problems.isEmpty else {
                    return try await list(
                        visit, status: outcome.status, problems: outcome.problems, added: outcome.photos.count, for: audience)
                }
                if outcome.photos.count == 1, let photo = outcome.photos.first {
                    return visit.redirect(to: selection.path(to: photo, in: visit.club))
                }
                if case .tagged = selection { return visit.redirect(to: selection.path(in: visit.club)) }
                // Lead to a list that contains the photos.
                let own = PhotoSelection.member(visit.me, handle: visit.session.username)
                return visit.redirect(to: (audience == .club ? .club : own).path(in: visit.club))
            }
        } refused: { refusal in
            try await list(visit, problems: [refusal.sentence])
        }
    }

    // MARK: Changing own photos

    private func update(_ visit: MemberVisit) async throws -> Response {
        let texts = PhotoCaption(visit.form)
        if let problem = texts.problem { return try await show(visit, status: .unprocessableContent, problem: problem) }
        let id: ID<Photo> = try visit.identifier("photo")
        let audience = Audience(rawValue: visit.form["audience"])
        // A form without the tags of the photo deletes no tags.
        let tags = visit.form["tags"] == "1" ? visit.form.values("tag").compactMap { PhotoTag($0) } : nil
        let (updated, _, _) = try await visit.write(
            queries.update(id, of: visit.me, texts, for: audience), PhotoBadges.photos.award(to: [visit.me]),
            PhotoTagQueries().deleteTags(except: tags, of: id.rawValue, by: visit.me))
        guard updated == 1 else { throw Problem.notFound }
        visit.services.announcer.announce(.room(.photo(id), in: visit.club.id))
        return visit.redirect(to: try await PhotoSelection(visit).path(to: id, in: visit.club))
    }

    private func setAvatar(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Photo> = try visit.identifier("photo")
        guard let picture = try await visit.read(queries.largeFile(id, of: visit.me)) else { throw Problem.notFound }
        return try await visit.answer {
            try visit.spend(.photo)
            let avatar = try await visit.whileConnected {
                try await visit.services.pictures.avatar(of: picture.bytes, for: Requester(visit))
            }
            let (_, changed) = try await visit.write(queries.storeAvatar(avatar, of: id, by: visit.me), queries.setAvatar(id, of: visit.me))
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
        let (deleted, _) = try await visit.write(queries.delete(id, by: visit.me), PhotoBadges.photos.award(to: [visit.me]))
        guard deleted == 1 else { throw Problem.notFound }
        visit.services.announcer.announce(.room(.photo(id), in: visit.club.id), .inbox(visit.me, in: visit.club.id))
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: visit.club.path + "/photos")
    }

    // MARK: Likes

    private func setLike(_ isLiked: Bool, _ visit: MemberVisit) async throws -> Response {
        let photoVisit = try PhotoVisit(visit)
        try visit.spend(.like)
        try await photoVisit.setLike(isLiked)
        guard visit.wantsRepresentation else {
            return visit.redirect(to: try await PhotoSelection(visit).path(to: photoVisit.id, in: visit.club))
        }
        return try await photoVisit.fragment().representation()
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
