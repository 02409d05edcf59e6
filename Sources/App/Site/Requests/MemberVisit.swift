import HTMLTemplates
import Hummingbird
import Logging
import Postgres
import Web

/// A request within a club by one of its members.
final class MemberVisit: ClubScopedVisit {
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

    /// The name of the account's time zone in the IANA Time Zone Database.
    var zone: String { session.timeZone.name }
    var layout: Layout { inClub.layout }
    var notices: BellCounts? { inClub.notices }

    /// Takes one token of a rate limit. The limit counts the requests of the account in all its clubs. Throws `Problem` 429 if no token is
    /// left.
    func spend(_ limit: RateLimiter.Limit) throws { try services.limiter.spend(limit, by: session.account) }

    func withBellCounts() async throws -> MemberVisit { MemberVisit(self, try await inClub.withBellCounts()) }

    /// A page that the browser may store, and show to the same account without a connection.
    func storablePage(_ page: some Page) throws -> Response {
        var response = try self.page(page)
        response.headers[.keptFor] = session.username
        return response
    }

    /// Throws `Problem` 403 if the visitor is no admin, or an admin who lacks a second factor that admins must have.
    func requireAdmin() throws {
        let lacksSecondFactor = services.settings.secondFactor != .optional && !session.hasSecondFactor
        let details: Logger.Metadata = ["club": "\(club.slug)", "path": "\(visit.request.uri.path.prefix(200))"]
        if visit.request.method == .post { visit.logSecurityEvent(isAdmin && !lacksSecondFactor ? .adminAction : .adminRefused, details) }
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
    func readLong<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.readLong(tenant: club.id.rawValue, query)
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
        try await services.database.write(tenant: club.id.rawValue, retryingConflicts: true, ClubDirectoryQueries().lock(me), query).1
    }

    func writeWithMemberLock<Output: Sendable>(and queries: [Query<Output>]) async throws {
        try await services.database.write(
            tenant: club.id.rawValue, ClubDirectoryQueries().lock(me), and: queries)
    }

    @discardableResult
    func write<each Output: Sendable>(_ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await services.database.write(tenant: club.id.rawValue, repeat each queries)
    }
}
