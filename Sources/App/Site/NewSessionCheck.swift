import Postgres

/// Whether a new session of the database works, for `/readyz`. After an update has replaced PostgreSQL's libraries, sessions that are open go
/// on, but new ones fail as soon as they load a library.
actor NewSessionCheck {
    private var checkedAt: ContinuousClock.Instant?
    private var works = true
    /// A new session costs the database a process, so it is not opened for each request.
    private static let interval = Duration.seconds(5)

    /// The latest answer, which may be some seconds old.
    func passes(on database: Database) async -> Bool {
        if let checkedAt, .now - checkedAt < Self.interval { return works }
        checkedAt = .now
        do {
            try await database.checkNewSession("SELECT session_works()")
            works = true
        } catch DatabaseError.refused(let refusal) {
            // Class 57: the session was cancelled, as after two seconds on a busy server, or shut down. Libraries are not the cause.
            works = refusal.sqlState.hasPrefix("57")
        } catch {
            // No session could be opened: the database is away, which the other check of `/readyz` reports.
            works = true
        }
        return works
    }
}
