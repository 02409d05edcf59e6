import HTMLTemplates
import HTTPTypes
import Hummingbird
import Logging
import Postgres
import Web

/// A request within a club, which is one of the site as well.
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
    /// Of the visitor.
    var network: String { visit.network }
    var pageBefore: String? { visit.pageBefore }
    var isLookedAt: Bool { visit.isLookedAt }
    var wantsRepresentation: Bool { visit.wantsRepresentation }

    func query(_ name: String) -> String? { visit.query(name) }
    /// Where a page of a list begins. Throws `Problem.notFound` for what is no key.
    func cursor<Entity>(_ direction: Cursor<Entity>.Direction = .down) throws -> Cursor<Entity> {
        try Cursor(before: query("before"), after: query("after"), direction)
    }

    func identifier<Entity>(_ name: String) throws -> ID<Entity> { try visit.identifier(name) }
    func page(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response { try visit.page(page, status: status) }
    func frame(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response { try visit.frame(page, status: status) }
    func html(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response { visit.html(bytes, status: status) }
    func redirect(to path: String) -> Response { visit.redirect(to: path) }

    /// What `deed` answers. Where it throws a `Refusal`, or a limit is reached, `page` does: the page or the fragment that the deed belongs
    /// to, with the refusal's sentence. Status and Retry-After come by themselves.
    func answer(_ deed: () async throws -> Response, refused page: (Refusal) async throws -> Response) async throws -> Response {
        let refusal: Refusal
        do {
            return try await deed()
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

/// A request within a club, by a visitor who may see that the club exists.
final class ClubVisit: VisitInClub {
    let visit: Visit
    let club: Club
    let membership: Membership?
    /// Whether whoever looks may know who is in the club.
    var seesMembers: Bool { membership != nil || club.showsMembers }
    /// What waits for a member, as far as this visit's page tells; nil: it does not.
    let notices: NoticeCounts?

    /// Throws `Problem.notFound` for an unknown club, and for a private one to whoever is no member; both look the same.
    convenience init(_ visit: Visit) async throws {
        let found = try await visit.services.clubs.club(slug: visit.context.parameters.get("club") ?? "")
        let unseen: any Error = visit.session == nil ? SignInNeeded() : Problem.notFound
        guard let club = found else { throw unseen }
        var seen = ClubVisit(visit, club)
        if !club.isPublic { seen = try await seen.refreshed() }
        guard club.isPublic || seen.membership != nil else { throw unseen }
        self.init(seen, notices: seen.notices)
        try requireSecondFactor()
        try checkParts()
    }

    /// Throws `Problem` 403 to a member without a second factor, if everybody must have one: even a page that strangers may see tells
    /// members more.
    private func requireSecondFactor() throws {
        let policy = services.settings.secondFactor
        guard policy == .everybody, membership != nil else { return }
        try visit.signedIn().requireSecondFactor(of: policy)
    }

    /// Throws `Problem` 404 below a part that the club does without.
    private func checkParts() throws {
        guard !club.parts.restingFolders.isEmpty else { return }
        let folders = request.uri.path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3)
        guard folders.count > 2, club.parts.restingFolders.contains(String(Substring(folders[2]))) else { return }
        throw Problem(
            status: .notFound, title: "Not in this club", detail: "\(club.name) does without this. An admin can switch it on.",
            action: Problem.Action(label: "Back to the club", href: club.path + "/"))
    }

    private init(_ visit: Visit, _ club: Club) {
        self.visit = visit
        self.club = club
        membership = visit.session?.memberships[club.id]
        // The answer to a form tells what is known anyway.
        notices = membership.flatMap { visit.services.noticeCounter.known(for: $0, in: club) }
    }

    private init(_ other: ClubVisit, notices: NoticeCounts?) {
        (visit, club, membership) = (other.visit, other.club, other.membership)
        self.notices = notices
    }

    /// The same visit with the session as the database has it now, if that makes a member of the visitor: nobody is turned away from
    /// memory alone, as they may have joined through another instance a moment ago.
    func refreshed() async throws -> ClubVisit {
        guard membership == nil, visit.session != nil else { return self }
        let refreshed = ClubVisit(try await visit.refreshed(), club)
        try refreshed.requireSecondFactor()
        return refreshed
    }

    /// The same visit with what waits for its member now.
    func counted() async throws -> ClubVisit {
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
    /// Limits that the visitor has reached in this club, or in all clubs together; for an admin, also the club's own.
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
    /// Whom I do not see, and who does not see me.
    let hidden: [ID<Member>]
    let session: Session
    private let inClub: ClubVisit

    var visit: Visit { inClub.visit }
    var club: Club { inClub.club }

    /// Throws like `ClubVisit`, and asks whoever is no member to sign in or join.
    convenience init(_ visit: Visit) async throws {
        let inClub = try await ClubVisit(visit).refreshed()
        let (session, club) = (try inClub.visit.signedIn(), inClub.club)
        guard let membership = inClub.membership else {
            throw Problem(
                status: .forbidden, title: "For members of \(club.name)", detail: "Join the club to play and talk with its members.",
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

    /// Takes one token of a limit, which follows the account through all its clubs. Throws `Problem` 429.
    func spend(_ limit: RateLimiter.Limit) throws { try services.limiter.spend(limit, by: session.account) }

    /// The same visit with what waits for me now.
    func counted() async throws -> MemberVisit { MemberVisit(self, try await inClub.counted()) }

    /// Throws `Problem` 403, which says who could do it, or that an admin lacks a second factor.
    func adminOnly() throws {
        let lacksSecondFactor = services.settings.secondFactor != .optional && !session.hasSecondFactor
        let details: Logger.Metadata = ["club": "\(club.slug)", "path": "\(visit.request.uri.path.prefix(200))"]
        if visit.request.method == .post { visit.note(isAdmin && !lacksSecondFactor ? .adminAct : .adminRefused, details) }
        guard isAdmin else {
            throw Problem(
                status: .forbidden, title: "For admins", detail: "Only the club's admins can do this. Ask one of them.",
                action: Problem.Action(label: "Back to the club", href: club.path + "/"))
        }
        if lacksSecondFactor { try session.requireSecondFactor(of: services.settings.secondFactor) }
    }

    /// Throws `Refusal` if I keep as much as a member or an account may.
    func requireRoom(for limit: StorageLimit) throws {
        guard !inClub.fullStorage.contains(limit) else { throw limit.refusal }
    }

    /// One round trip that sees this club only.
    func read<each Output: Sendable>(_ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await services.database.read(tenant: club.id.rawValue, repeat each queries)
    }

    func read<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.read(tenant: club.id.rawValue, query)
    }

    /// One query that may take long, which throws a `DatabaseError` that `isOutOfTime` rather than keep others waiting.
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

    /// Writes while the visitor's membership is locked, so that a limit on what a member has is exact: of requests at the same time, each
    /// counts what the ones before it have written.
    @discardableResult
    func writeInTurn<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.write(tenant: club.id.rawValue, retrying: true, DirectoryQueries().lock(me, me), query).1
    }

    /// The same for several statements.
    func writeInTurn<Output: Sendable>(and queries: [Query<Output>]) async throws {
        try await services.database.write(
            tenant: club.id.rawValue, DirectoryQueries().lock(me, me), and: queries)
    }

    /// One round trip, one transaction, in this club only.
    @discardableResult
    func write<each Output: Sendable>(_ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await services.database.write(tenant: club.id.rawValue, repeat each queries)
    }
}

extension Site {
    /// Pages that a club's visitors may see.
    func clubGet(_ path: RouterPath, _ handler: @escaping @Sendable (ClubVisit) async throws -> Response) {
        get(path) { visit in try await handler(ClubVisit(visit).counted()) }
    }

    func memberGet(_ path: RouterPath, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response) {
        get(path) { visit in try await handler(MemberVisit(visit).counted()) }
    }

    /// A file: nothing around it that would count what waits.
    func memberFile(_ path: RouterPath, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response) {
        get(path) { visit in try await handler(MemberVisit(visit)) }
    }

    /// A fragment that its readers poll. `parts` tells what each of its parts depends on; the bell comes by itself.
    ///
    ///     site.memberLive("/c/:club/guestbook/live", parts: { _, club, _ in [.init([.guestbook(club)])] }) { visit in
    ///         LiveFragment(visit: visit, parts: [LiveFragment.Part(topics: [.guestbook(visit.club.id)]) { _ in … }])
    ///     }
    ///
    /// In the page, the element around what changes says where it is and how it stands (`data-live-url`, and `data-etag` with
    /// `LiveFragment.pageTag`, taken before reading); what changes has an `id` and `data-live`, and a `Page` draws it alone. Whoever changes
    /// it says so: `announcer.announce(.guestbook(club))`. `PhotoVisit.fragment` and `photos/live.html` are a small model.
    func memberLive(
        _ path: RouterPath, parts: @escaping LiveRoute.Parts, _ fragment: @escaping @Sendable (MemberVisit) throws -> LiveFragment
    ) {
        let route = LiveRoute(path.description) { me, club, own in
            parts(me, club, own).map { $0 + [.init(NoticeCounter.topics(of: me, in: club))] }
        }
        map.note(route)
        get(path) { visit in try await fragment(MemberVisit(visit)).answer() }
    }

    /// A form with files, which the handler receives by `Upload.receive`: until then neither it nor its token has been read.
    func memberUpload(_ path: RouterPath, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response) {
        map.noteUpload(path)
        memberPost(path, handler)
    }

    /// - Parameter page: where the form stands, below the club's path; nil: on the page above its address.
    func memberPost(
        _ path: RouterPath, on page: String? = nil, _ handler: @escaping @Sendable (MemberVisit) async throws -> Response
    ) {
        if let page { map.noteForm(path, on: page) }
        post(path) { visit in try await handler(MemberVisit(visit)) }
    }
}
