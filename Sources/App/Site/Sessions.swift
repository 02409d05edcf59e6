import FoundationEssentials
import Logging
import Postgres
import ServiceLifecycle
import Synchronization
import Web

/// Sessions in memory, so that an unchanged poll costs no SQL. A session that ends, or whose account changes, is forgotten by
/// every instance through its account's topic. While announcements may be missed nothing is kept, and nothing is believed for more
/// than some minutes.
final class Sessions: Service {
    static let idleDays = 14
    static let absoluteDays = 90
    private static let believedFor = Duration.seconds(300)

    private struct Seen: Hashable {
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

    private let known = Cache<Bytes, Entry>(limit: 50_000)
    private let clock = ContinuousClock()
    private let seen = Mutex<Set<Seen>>([])
    private let queries = SessionQueries()

    init(database: Database, announcer: Announcer, logger: Logger) {
        self.database = database
        self.logger = logger
        self.announcer = announcer
        announcer.observe { [known] topics in
            guard let topics else { return known.removeAll() }
            let accounts = Set(topics.compactMap(\.account))
            if !accounts.isEmpty { known.removeAll { accounts.contains($0.session.account) } }
        }
    }

    /// The live session behind a cookie, or nil; `isFresh`: as the database has it now. Throws `DatabaseError`.
    func session(token text: String, isFresh: Bool = false) async throws -> Session? {
        guard let token = SessionToken(cookie: text) else { return nil }
        let hash = token.hash
        guard let session = try await find(hash, token, isFresh: isFresh), session.expiresAt > Date() else { return nil }
        note(session.id, of: session.account)
        return session
    }

    /// The live session behind a cookie, from memory alone, and how long that may be believed; nil: it is not there. Whoever serves it
    /// notes so.
    func known(token text: String) -> (session: Session, until: ContinuousClock.Instant)? {
        guard let token = SessionToken(cookie: text), let entry = believed(token.hash) else { return nil }
        let rest = entry.session.expiresAt.timeIntervalSinceNow
        guard rest > 0 else { return nil }
        return (entry.session, min(entry.readAt + Self.believedFor, clock.now + .seconds(rest)))
    }

    /// How often sessions have been forgotten: as long as that stays the same, what is known does.
    var forgotten: Int { known.removals }

    /// Notes that a session was used.
    func note(_ session: UUID, of account: ID<Account>) {
        seen.withLock { _ = $0.insert(Seen(session: session, account: account)) }
    }

    /// Starts a session and returns its token. Throws `DatabaseError`, with the constraint `access_proof` if the proof does not hold any more.
    func start(for account: ID<Account>, by proof: SignInProof, userAgent: String) async throws -> SessionToken {
        let token = SessionToken()
        let shortened = userAgent.prefix(scalars: 300)
        let (_, ended) = try await database.write(
            proof.check(account, isComplete: true),
            queries.startSession(token.hash, account: account, userAgent: shortened, days: Self.absoluteDays))
        if ended > 0 { forget(account) }
        return token
    }

    func end(_ session: UUID, of account: ID<Account>) async throws {
        try await database.write(queries.endSession(session, of: account))
        forget(account)
    }

    /// Nor is any browser known any more.
    func endAll(of account: ID<Account>, except session: UUID) async throws {
        try await database.write(queries.endSessions(of: account, except: session))
        forget(account)
    }

    var knownCount: Int { known.count }

    /// Everybody reads the account's sessions and memberships again.
    func forget(_ account: ID<Account>) {
        known.removeAll { $0.session.account == account }
        announcer.announce(.account(account))
    }

    /// Writes down once a minute which sessions were used.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(60))) != nil { await self.flush() }
        }
        await flush()
    }

    private func find(_ hash: Bytes, _ token: SessionToken, isFresh: Bool) async throws -> Session? {
        if !isFresh, let entry = believed(hash) { return entry.session }
        let (clubs, removals) = (DirectoryQueries(), known.removals)
        let (found, _, memberships) = try await database.read(
            queries.session(hash, idleDays: Self.idleDays), clubs.name(session: hash), clubs.memberships(session: hash))
        guard var session = found else {
            known.drop(hash)
            return nil
        }
        session.memberships = Dictionary(memberships.map { ($0.club, $0) }, uniquingKeysWith: { first, _ in first })
        session.formToken = token.formToken
        if announcer.isListening { known.store(Entry(session: session, readAt: clock.now), for: hash, readAfter: removals) }
        return session
    }

    private func believed(_ hash: Bytes) -> Entry? {
        known[hash].flatMap { clock.now - $0.readAt < Self.believedFor ? $0 : nil }
    }

    private func flush() async {
        let used = seen.withLock { seen in
            defer { seen = [] }
            return Array(seen)
        }
        do {
            try await job.measure {
                try await database.write(queries.touch(used.map(\.session), accounts: used.map(\.account)))
                try await database.write(queries.endExpired(idleDays: Self.idleDays, limit: 1000))
            }
        } catch {
            // Only a hint for the list of devices and for idle expiry: the next minute writes it.
            logger.info("sessions not written", metadata: ["error": "\(error)"])
        }
    }
}

extension HostCookie {
    /// Carries a session's token.
    static let session = HostCookie(name: "session", days: Sessions.absoluteDays)
}
