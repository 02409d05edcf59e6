import Hummingbird

typealias Handler = @Sendable (Visit) async throws -> Response

/// The visitors whom a route lets in. The function that adds the route to the site (`Site.memberGet`, …) checks it before the handler runs.
enum RouteAccess: String {
    /// Everyone, unless the handler itself checks who the visitor is.
    case open = "handler decides"
    /// Everyone who may see the club.
    case club = "visitors of the club"
    case members
    case admins
}

/// The routes of the site. Each feature adds its own routes in `Feature.add(to:)`.
struct Site {
    let router: Router<AppContext>
    let services: Services
    let map = SiteMap()

    /// - Parameter file: the source file that `docs/routes.md` names for the address. If it is nil, the address is not listed there.
    func get(_ path: RouterPath, for access: RouteAccess = .open, file: String? = #fileID, _ handler: @escaping Handler) {
        map.add(path, .get, for: access, in: file)
        router.get(path) { [services] request, context in
            try await handler(Visit(request: request, context: context, services: services))
        }
    }

    func post(_ path: RouterPath, for access: RouteAccess = .open, file: String = #fileID, _ handler: @escaping Handler) {
        map.add(path, .post, for: access, in: file)
        router.post(path) { [services] request, context in
            try await handler(Visit(request: request, context: context, services: services))
        }
    }

    /// Adds a route for a form with files outside of clubs. The handler reads the form by `Upload.receive`. Until then, the form has not
    /// been read, and its field `csrf` has not been checked.
    func upload(_ path: RouterPath, file: String = #fileID, _ handler: @escaping Handler) {
        map.addUpload(path)
        post(path, file: file, handler)
    }
}

extension Site {
    func clubGet(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (ClubVisit) async throws -> Response
    ) {
        get(path, for: .club, file: file) { visit in try await handler(ClubVisit(visit).withBellCounts()) }
    }

    func memberGet(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        get(path, for: .members, file: file) { visit in try await handler(MemberVisit(visit).withBellCounts()) }
    }

    /// Adds a route that answers with a file. It does not read the counts of the bell, because there is no page around the file.
    func memberFile(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        get(path, for: .members, file: file) { visit in try await handler(MemberVisit(visit)) }
    }

    /// Adds a route for a live fragment: the changing content of a page, which open pages request by long polls. `parts` returns the topics
    /// of each part of the fragment. This function adds the part with the bell.
    ///
    ///     site.memberLive("/c/:club/guestbook/live", parts: { _, club, _ in [.init([.guestbook(club)])] }) { visit in
    ///         LiveFragment(visit: visit, parts: [LiveFragment.Part(topics: [.guestbook(visit.club.id)]) { _ in … }])
    ///     }
    ///
    /// In the page, the element around the changing content has the fragment's address in `data-live-url`, and its
    /// `LiveFragment.fragmentTag` in `data-etag`. The tag has to be taken before the content is read. Each element that changes has an
    /// `id` and the attribute `data-live`, and a `Page` renders it alone. Code that changes the content announces its topic:
    /// `announcer.announce(.guestbook(club))`. `PhotoVisit.fragment` and `photos/live.html` are a small example.
    func memberLive(
        _ path: RouterPath, file: String = #fileID, parts: @escaping LiveRoute.Parts,
        _ fragment: @escaping @Sendable (MemberVisit) throws -> LiveFragment
    ) {
        let route = LiveRoute(path.description) { me, club, own in
            parts(me, club, own).map { $0 + [.init(BellCounter.topics(of: me, in: club))] }
        }
        map.add(route)
        get(path, for: .members, file: file) { visit in try await fragment(MemberVisit(visit)).answer() }
    }

    /// Adds a route for a form with files. The handler reads the form by `Upload.receive`. Until then, the form has not been read, and its
    /// field `csrf` has not been checked.
    func memberUpload(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        map.addUpload(path)
        memberPost(path, file: file, handler)
    }

    /// - Parameter page: the path of the page with the form, below the club's path. If it is nil, the form is on the nearest page above the
    /// form's address.
    func memberPost(
        _ path: RouterPath, on page: String? = nil, file: String = #fileID,
        _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        if let page { map.addForm(path, on: page) }
        post(path, for: .members, file: file) { visit in try await handler(MemberVisit(visit)) }
    }
}

// MARK: Routes for admins

extension Site {
    func adminGet(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        get(path, for: .admins, file: file) { visit in
            let visit = try await MemberVisit(visit).withBellCounts()
            try visit.requireAdmin()
            return try await handler(visit)
        }
    }

    /// - Parameter page: as in `memberPost`.
    func adminPost(
        _ path: RouterPath, on page: String? = nil, file: String = #fileID,
        _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        if let page { map.addForm(path, on: page) }
        post(path, for: .admins, file: file) { visit in
            let visit = try await MemberVisit(visit)
            try visit.requireAdmin()
            return try await handler(visit)
        }
    }

    /// Adds a route for a form with files, as `memberUpload` does.
    func adminUpload(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        map.addUpload(path)
        adminPost(path, file: file, handler)
    }
}
