import Postgres

/// Checks for `/readyz` whether new sessions of the database work. After an update of PostgreSQL's libraries, open sessions continue, but
/// new sessions fail as soon as they load a library.
actor NewSessionCheck {
    private var checkedAt: ContinuousClock.Instant?
    private var works = true
    /// The shortest time between two checks. Each new session starts a process in PostgreSQL, so the check does not run for each request.
    private static let interval = Duration.seconds(5)

    func passes(on database: Database) async -> Bool {
        if let checkedAt, .now - checkedAt < Self.interval { return works }
        checkedAt = .now
        do {
            try await database.checkNewSession("SELECT session_works()")
            works = true
        } catch DatabaseError.refused(let refusal) {
            // SQLSTATE class 57: the statement was cancelled, for example by a timeout on a busy server, or PostgreSQL is shutting down.
            // Libraries are not the cause.
            works = refusal.sqlState.hasPrefix("57")
        } catch {
            // No session could be opened. The other check of `/readyz` reports that the database does not answer.
            works = true
        }
        return works
    }
}
