import FoundationEssentials
import Postgres
import ServiceLifecycle
import Synchronization

/// Sessions in memory, so that an unchanged poll costs no SQL. A session that ends, or whose account changes, is forgotten by
/// every instance through its account's topic; while announcements may be missed, nothing is believed from memory.
final class Sessions: Service {
    static let idleDays = 14
    static let absoluteDays = 90

    private struct Seen: Hashable {
        var session: UUID
        var account: ID<Account>
    }

    private let database: Database
    private let announcer: Announcer
    private let known = Cache<Bytes, Session>(limit: 50_000)
    private let seen = Mutex<Set<Seen>>([])
    private let queries = AccountQueries()

    init(database: Database, announcer: Announcer) {
        self.database = database
        self.announcer = announcer
        announcer.observe { [known] topics in
            guard let topics else { return known.removeAll() }
            let changed = Set(topics)
            guard topics.contains(where: { $0.name.hasPrefix("account:") }) else { return }
            known.removeAll { changed.contains(.account($0.account)) }
        }
    }

    /// The live session behind a cookie, or nil; `isFresh`: as the database has it now. Throws `DatabaseError`.
    func session(token text: String, isFresh: Bool = false) async throws -> Session? {
        guard let token = SessionToken(cookie: text) else { return nil }
        let hash = token.hash
        guard let session = try await find(hash, token, isFresh: isFresh), session.expiresAt > Date() else { return nil }
        seen.withLock { _ = $0.insert(Seen(session: session.id, account: session.account)) }
        return session
    }

    /// Starts a session and returns its token. Throws `DatabaseError`.
    func start(for account: ID<Account>, userAgent: String) async throws -> SessionToken {
        let token = SessionToken()
        let shortened = String(userAgent.prefix(300))
        try await database.write(queries.startSession(token.hash, account: account, userAgent: shortened, days: Self.absoluteDays))
        return token
    }

    func end(_ session: UUID, of account: ID<Account>) async throws {
        try await database.write(queries.endSession(session, of: account))
        forget(account)
    }

    func endAll(of account: ID<Account>, except session: UUID) async throws {
        try await database.write(queries.endSessions(of: account, except: session))
        forget(account)
    }

    /// Everybody reads the account's sessions and memberships again.
    func forget(_ account: ID<Account>) {
        known.removeAll { $0.account == account }
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
        if !isFresh, let session = known[hash] { return session }
        let (clubs, removals) = (ClubQueries(), known.removals)
        let (found, memberships) = try await database.read(
            queries.session(hash, idleDays: Self.idleDays), clubs.memberships(session: hash))
        guard var session = found else { return nil }
        session.memberships = Dictionary(memberships.map { ($0.club, $0) }, uniquingKeysWith: { first, _ in first })
        session.formToken = token.formToken
        known.store(session, for: hash, readAfter: removals)
        return session
    }

    private func flush() async {
        let used = seen.withLock { seen in
            defer { seen = [] }
            return Array(seen)
        }
        guard !used.isEmpty else { return }
        // Only a hint for the list of devices and for idle expiry: if it is lost, the next minute writes it.
        _ = try? await database.write(queries.touch(used.map(\.session), accounts: used.map(\.account)))
    }
}
