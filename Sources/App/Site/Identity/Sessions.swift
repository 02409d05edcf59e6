import FoundationEssentials
import Logging
import Postgres
import ServiceLifecycle
import Synchronization
import Web

/// Caches sessions in memory, so that a poll that finds no change needs no SQL. When a session ends or its account changes, the topic of
/// the account is announced, and every instance of the server removes the account's sessions from its cache. Nothing is cached while this
/// instance may miss changes, and no entry is used for longer than `maxAge`.
final class Sessions: Service {
    static let idleDays = 14
    static let absoluteDays = 90
    private static let maxAge = Duration.seconds(300)

    private struct UsedSession: Hashable {
        var session: UUID
        var account: ID<Account>
    }

    let job = JobMeter("sessions")
    private let database: Database
    private let logger: Logger
    private let announcer: Announcer
    private struct Entry {
        var session: Session
        var readAt: ContinuousClock.Instant
    }

    private let cache = Cache<Bytes, Entry>(limit: 50_000)
    private let clock = ContinuousClock()
    private let used = Mutex<Set<UsedSession>>([])
    private let queries = SessionQueries()

    init(database: Database, announcer: Announcer, logger: Logger) {
        self.database = database
        self.logger = logger
        self.announcer = announcer
        announcer.observe { [cache] topics in
            guard let topics else { return cache.removeAll() }
            let accounts = Set(topics.compactMap(\.account))
            if !accounts.isEmpty { cache.removeAll { accounts.contains($0.session.account) } }
        }
    }

    /// The session of a cookie. Nil if the session does not exist or has expired. If `isFresh` is true, the session is read from the
    /// database and not from the cache. Throws `DatabaseError`.
    func session(token text: String, isFresh: Bool = false) async throws -> Session? {
        guard let token = SessionToken(cookie: text) else { return nil }
        let hash = token.hash
        guard let session = try await find(hash, token, isFresh: isFresh), session.expiresAt > Date() else { return nil }
        recordUse(of: session.id, account: session.account)
        return session
    }

    /// The cached session of a cookie, and the time until which it can be used. Nil if the session is not in the cache or has expired. A
    /// caller that uses the session for a response has to call `recordUse`.
    func cachedSession(token text: String) -> (session: Session, until: ContinuousClock.Instant)? {
        guard let token = SessionToken(cookie: text), let entry = freshEntry(token.hash) else { return nil }
        let rest = entry.session.expiresAt.timeIntervalSinceNow
        guard rest > 0 else { return nil }
        return (entry.session, min(entry.readAt + Self.maxAge, clock.now + .seconds(rest)))
    }

    /// The number of sessions that were removed from the cache. As long as it stays the same, cached sessions have not changed.
    var evictionCount: Int { cache.removals }

    func recordUse(of session: UUID, account: ID<Account>) {
        used.withLock { _ = $0.insert(UsedSession(session: session, account: account)) }
    }

    /// Starts a session and returns its token. Throws `DatabaseError` with the constraint `access_proof` if the proof is no longer valid.
    func start(for account: ID<Account>, by proof: SignInProof, userAgent: String) async throws -> SessionToken {
        let token = SessionToken()
        let shortened = userAgent.prefix(scalars: 300)
        let (_, ended) = try await database.write(
            proof.check(account, isComplete: true),
            queries.startSession(token.hash, account: account, userAgent: shortened, days: Self.absoluteDays))
        if ended > 0 { evict(account) }
        return token
    }

    func end(_ session: UUID, of account: ID<Account>) async throws {
        try await database.write(queries.endSession(session, of: account))
        evict(account)
    }

    /// Ends all sessions of the account except one. No browser counts as known to the account after that.
    func endAll(of account: ID<Account>, except session: UUID) async throws {
        try await database.write(queries.endSessions(of: account, except: session))
        evict(account)
    }

    var cachedCount: Int { cache.count }

    /// Removes the account's sessions from the caches of all instances of the server. Call this function after a change of the account or
    /// its memberships.
    func evict(_ account: ID<Account>) {
        cache.removeAll { $0.session.account == account }
        announcer.announce(.account(account))
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(60))) != nil { await self.flush() }
        }
        await flush()
    }

    private func find(_ hash: Bytes, _ token: SessionToken, isFresh: Bool) async throws -> Session? {
        if !isFresh, let entry = freshEntry(hash) { return entry.session }
        let (clubs, removals) = (ClubDirectoryQueries(), cache.removals)
        let (found, _, memberships) = try await database.read(
            queries.session(hash, idleDays: Self.idleDays), clubs.setAccount(ofSession: hash), clubs.memberships(session: hash))
        guard var session = found else {
            cache.drop(hash)
            return nil
        }
        session.memberships = Dictionary(memberships.map { ($0.club, $0) }, uniquingKeysWith: { first, _ in first })
        session.formToken = token.formToken
        if announcer.isListening { cache.store(Entry(session: session, readAt: clock.now), for: hash, readAfter: removals) }
        return session
    }

    private func freshEntry(_ hash: Bytes) -> Entry? {
        cache[hash].flatMap { clock.now - $0.readAt < Self.maxAge ? $0 : nil }
    }

    private func flush() async {
        let sessions = used.withLock { used in
            defer { used = [] }
            return Array(used)
        }
        do {
            try await job.measure {
                try await database.write(queries.touch(sessions.map(\.session), accounts: sessions.map(\.account)))
                try await database.write(queries.endExpired(idleDays: Self.idleDays, limit: 1000))
            }
        } catch {
            // These times are only used for the list of devices and for idle expiry, so the loss of some of them does no harm.
            logger.info("sessions not written", metadata: ["error": "\(error)"])
        }
    }
}

extension HostCookie {
    static let session = HostCookie(name: "session", days: Sessions.absoluteDays)
}
