import HTMLTemplates
import HTTPTypes
import Hummingbird
import Logging
import Postgres
import Web

/// A request within a club, with the properties and functions of `Visit` that handlers use most.
protocol VisitInClub: Sendable {
    var visit: Visit { get }
    var club: Club { get }
}

extension VisitInClub {
    var services: Services { visit.services }
    var database: Database { visit.database }
    var request: Request { visit.request }
    var context: AppContext { visit.context }
    var form: Form { visit.form }
    var network: String { visit.network }
    var referringPage: String? { visit.referringPage }
    var isLookedAt: Bool { visit.isLookedAt }
    var wantsRepresentation: Bool { visit.wantsRepresentation }

    func query(_ name: String) -> String? { visit.query(name) }
    /// The position in a list at which the requested page begins. Throws `Problem.notFound` if the address's query has a malformed key.
    func cursor<Entity>(_ direction: Cursor<Entity>.Direction = .down) throws -> Cursor<Entity> {
        try Cursor(before: query("before"), after: query("after"), direction)
    }

    func identifier<Entity>(_ name: String) throws -> ID<Entity> { try visit.identifier(name) }
    func page(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response { try visit.page(page, status: status) }
    func frame(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response { try visit.frame(page, status: status) }
    func html(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response { visit.html(bytes, status: status) }
    func redirect(to path: String) -> Response { visit.redirect(to: path) }

    /// Returns the response of `action`. If `action` throws a `Refusal`, or reaches a rate limit or a storage limit, `page` renders the
    /// page or fragment with the form, and the sentence of the refusal in it. This function then sets the status and the header
    /// Retry-After.
    func answer(_ action: () async throws -> Response, refused page: (Refusal) async throws -> Response) async throws -> Response {
        let refusal: Refusal
        do {
            return try await action()
        } catch let thrown as Refusal {
            refusal = thrown
        } catch let problem as Problem where problem.status == .tooManyRequests {
            refusal = Refusal(problem)
        } catch let error as DatabaseError {
            guard let limit = StorageLimit(error) else { throw error }
            refusal = limit.refusal
        }
        var response = try await page(refusal)
        response.status = refusal.status
        response.headers[.retryAfter] = refusal.retryAfter.map(String.init)
        return response
    }

    func whileConnected<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await visit.whileConnected(work)
    }
}

/// A request within a club by a visitor who may see the club: a member, or anybody if the club is public.
final class ClubVisit: VisitInClub {
    let visit: Visit
    let club: Club
    let membership: Membership?
    var seesMembers: Bool { membership != nil || club.showsMembers }
    /// The counts that the bell shows in the navigation. Nil if the visitor is no member, or the counts are not known.
    let notices: NoticeCounts?

    /// Throws the same error for an unknown club and for a private club of which the visitor is no member, so that the error does not
    /// reveal which clubs exist. The error is `SignInRequired` if nobody is signed in, else `Problem.notFound`.
    convenience init(_ visit: Visit) async throws {
        let found = try await visit.services.clubs.club(slug: visit.context.parameters.get("club") ?? "")
        let unseen: any Error = visit.session == nil ? SignInRequired() : Problem.notFound
        guard let club = found else { throw unseen }
        var seen = ClubVisit(visit, club)
        if !club.isPublic { seen = try await seen.refreshed() }
        guard club.isPublic || seen.membership != nil else { throw unseen }
        self.init(seen, notices: seen.notices)
        try requireSecondFactor()
        try checkParts()
    }

    /// Throws `Problem` 403 if everybody must have a second factor, and the visitor is a member without a second factor. Pages that
    /// strangers may see are refused as well, because they show more to members.
    private func requireSecondFactor() throws {
        let policy = services.settings.secondFactor
        guard policy == .everybody, membership != nil else { return }
        try visit.signedIn().requireSecondFactor(of: policy)
    }

    /// Throws `Problem` 404 for addresses of a part that the club has switched off.
    private func checkParts() throws {
        guard !club.parts.disabledFolders.isEmpty else { return }
        let folders = request.uri.path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3)
        guard folders.count > 2, club.parts.disabledFolders.contains(String(Substring(folders[2]))) else { return }
        throw Problem(
            status: .notFound, title: "Not in this club", detail: "\(club.name) does not use this part. An admin can switch it on.",
            action: Problem.Action(label: "Back to the club", href: club.path + "/"))
    }

    private init(_ visit: Visit, _ club: Club) {
        self.visit = visit
        self.club = club
        membership = visit.session?.memberships[club.id]
        // The response to a form only needs counts that are in the cache.
        notices = membership.flatMap { visit.services.noticeCounter.cachedCounts(for: $0, in: club) }
    }

    private init(_ other: ClubVisit, notices: NoticeCounts?) {
        (visit, club, membership) = (other.visit, other.club, other.membership)
        self.notices = notices
    }

    /// Returns the visit with a session that was read from the database, unless the cached session is already that of a member. The visitor
    /// may have joined through another instance of the server a moment ago, and must not be refused because of the cache.
    func refreshed() async throws -> ClubVisit {
        guard membership == nil, visit.session != nil else { return self }
        let refreshed = ClubVisit(try await visit.refreshed(), club)
        try refreshed.requireSecondFactor()
        return refreshed
    }

    func withNoticeCounts() async throws -> ClubVisit {
        guard let membership else { return self }
        return ClubVisit(self, notices: try await visit.services.noticeCounter.counts(for: membership, in: club))
    }

    var layout: Layout {
        var layout = visit.layout(club: self)
        layout.add(notices, in: club)
        layout.fullStorage = fullStorage.map(\.sentence)
        return layout
    }
}

extension ClubVisit {
    /// Storage limits that the visitor has reached in this club, or in all clubs together. For an admin, also limits that the club has
    /// reached.
    fileprivate var fullStorage: [StorageLimit] {
        guard let membership else { return [] }
        let all = visit.session?.memberships.values.flatMap(\.full) ?? []
        let ofAccount = all.isEmpty ? [] : StorageLimit.allCases.filter { $0.isOfAccount && all.contains($0) }
        return membership.full.filter { !$0.isOfAccount } + ofAccount + (membership.isAdmin ? club.full : [])
    }
}

/// A request within a club by one of its members.
final class MemberVisit: VisitInClub {
    let me: ID<Member>
    let isAdmin: Bool
    /// Members who do not see the visitor, and whom the visitor does not see, because one of the two has blocked the other.
    let hidden: [ID<Member>]
    let session: Session
    private let inClub: ClubVisit

    var visit: Visit { inClub.visit }
    var club: Club { inClub.club }

    /// Throws the same errors as `ClubVisit`. Also throws `SignInRequired` if nobody is signed in, and `Problem` 403 if the signed-in
    /// visitor is no member.
    convenience init(_ visit: Visit) async throws {
        let inClub = try await ClubVisit(visit).refreshed()
        let (session, club) = (try inClub.visit.signedIn(), inClub.club)
        guard let membership = inClub.membership else {
            throw Problem(
                status: .forbidden, title: "Only for members of \(club.name)", detail: "Join the club to play and talk with its members.",
                action: Problem.Action(label: "Look at \(club.name)", href: club.path + "/"))
        }
        self.init(inClub, membership, session)
        services.presence.beat(me, in: club.id)
    }

    private init(_ inClub: ClubVisit, _ membership: Membership, _ session: Session) {
        (me, isAdmin, hidden) = (membership.member, membership.isAdmin, membership.hidden)
        (self.session, self.inClub) = (session, inClub)
    }

    private init(_ other: MemberVisit, _ inClub: ClubVisit) {
        (me, isAdmin, hidden, session) = (other.me, other.isAdmin, other.hidden, other.session)
        self.inClub = inClub
    }

    var layout: Layout { inClub.layout }
    var notices: NoticeCounts? { inClub.notices }

    /// Takes one token of a rate limit. The limit counts the requests of the account in all its clubs. Throws `Problem` 429 if no token is
    /// left.
    func spend(_ limit: RateLimiter.Limit) throws { try services.limiter.spend(limit, by: session.account) }

    func withNoticeCounts() async throws -> MemberVisit { MemberVisit(self, try await inClub.withNoticeCounts()) }

    /// Throws `Problem` 403 if the visitor is no admin, or an admin who lacks a second factor that admins must have.
    func adminOnly() throws {
        let lacksSecondFactor = services.settings.secondFactor != .optional && !session.hasSecondFactor
        let details: Logger.Metadata = ["club": "\(club.slug)", "path": "\(visit.request.uri.path.prefix(200))"]
        if visit.request.method == .post { visit.note(isAdmin && !lacksSecondFactor ? .adminAct : .adminRefused, details) }
        guard isAdmin else {
            throw Problem(
                status: .forbidden, title: "Only for admins", detail: "Only the club's admins can do this. Ask one of them.",
                action: Problem.Action(label: "Back to the club", href: club.path + "/"))
        }
        if lacksSecondFactor { try session.requireSecondFactor(of: services.settings.secondFactor) }
    }

    /// Throws `Refusal` if the member, their account or, for an admin, the club has reached the limit.
    func requireStorage(for limit: StorageLimit) throws {
        guard !inClub.fullStorage.contains(limit) else { throw limit.refusal }
    }

    func read<each Output: Sendable>(_ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await services.database.read(tenant: club.id.rawValue, repeat each queries)
    }

    func read<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.read(tenant: club.id.rawValue, query)
    }

    /// Runs one query that may take long. Its time is limited, so that other queries do not wait for it. If the time is over, throws a
    /// `DatabaseError` with `isOutOfTime`.
    func readSlowly<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.readSlowly(tenant: club.id.rawValue, query)
    }

    func read<each Output: Sendable, Other: Sendable>(
        _ queries: repeat Query<each Output>, and others: [Query<Other>]
    ) async throws -> (repeat each Output, [Other]) {
        try await services.database.read(tenant: club.id.rawValue, repeat each queries, and: others)
    }

    @discardableResult
    func write<Output: Sendable>(and queries: [Query<Output>]) async throws -> [Output] {
        try await services.database.write(tenant: club.id.rawValue, and: queries)
    }

    @discardableResult
    func write<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.write(tenant: club.id.rawValue, query)
    }

    /// Writes while the visitor's membership is locked, so that a limit on what a member has is exact: concurrent requests of a member run
    /// one after the other, and each request counts what the earlier requests have written.
    @discardableResult
    func writeWithMemberLock<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.write(tenant: club.id.rawValue, retrying: true, ClubDirectoryQueries().lock(me, me), query).1
    }

    func writeWithMemberLock<Output: Sendable>(and queries: [Query<Output>]) async throws {
        try await services.database.write(
            tenant: club.id.rawValue, ClubDirectoryQueries().lock(me, me), and: queries)
    }

    @discardableResult
    func write<each Output: Sendable>(_ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await services.database.write(tenant: club.id.rawValue, repeat each queries)
    }
}

extension Site {
    func clubGet(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (ClubVisit) async throws -> Response
    ) {
        get(path, file: file) { visit in try await handler(ClubVisit(visit).withNoticeCounts()) }
    }

    func memberGet(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        get(path, file: file) { visit in try await handler(MemberVisit(visit).withNoticeCounts()) }
    }

    /// Adds a route that answers with a file. It does not read the counts of the bell, because there is no page around the file.
    func memberFile(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        get(path, file: file) { visit in try await handler(MemberVisit(visit)) }
    }

    /// Adds a route for a live fragment: the changing content of a page, which open pages request by long polls. `parts` returns the topics
    /// of each part of the fragment. This function adds the part with the bell.
    ///
    ///     site.memberLive("/c/:club/guestbook/live", parts: { _, club, _ in [.init([.guestbook(club)])] }) { visit in
    ///         LiveFragment(visit: visit, parts: [LiveFragment.Part(topics: [.guestbook(visit.club.id)]) { _ in … }])
    ///     }
    ///
    /// In the page, the element around the changing content has the fragment's address in `data-live-url`, and the `LiveFragment.pageTag`
    /// in `data-etag`. The tag has to be taken before the content is read. Each element that changes has an `id` and the attribute
    /// `data-live`, and a `Page` renders it alone. Code that changes the content announces its topic:
    /// `announcer.announce(.guestbook(club))`. `PhotoVisit.fragment` and `photos/live.html` are a small example.
    func memberLive(
        _ path: RouterPath, file: String = #fileID, parts: @escaping LiveRoute.Parts,
        _ fragment: @escaping @Sendable (MemberVisit) throws -> LiveFragment
    ) {
        let route = LiveRoute(path.description) { me, club, own in
            parts(me, club, own).map { $0 + [.init(NoticeCounter.topics(of: me, in: club))] }
        }
        map.note(route)
        get(path, file: file) { visit in try await fragment(MemberVisit(visit)).answer() }
    }

    /// Adds a route for a form with files. The handler reads the form by `Upload.receive`. Until then, the form has not been read, and its
    /// field `csrf` has not been checked.
    func memberUpload(
        _ path: RouterPath, file: String = #fileID, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        map.noteUpload(path)
        memberPost(path, file: file, handler)
    }

    /// - Parameter page: the path of the page with the form, below the club's path. If it is nil, the form is on the nearest page above the
    /// form's address.
    func memberPost(
        _ path: RouterPath, on page: String? = nil, file: String = #fileID,
        _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        if let page { map.noteForm(path, on: page) }
        post(path, file: file) { visit in try await handler(MemberVisit(visit)) }
    }
}
