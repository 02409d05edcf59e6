import Logging

/// Restarts the private PostgreSQL if it has stopped, or if an update has replaced its program. Until PostgreSQL runs again, the server
/// answers that it is unavailable at the moment.
struct PostgresWatch: Sendable {
    let postgres: EmbeddedPostgres
    let logger: Logger

    private static let interval = Duration.milliseconds(200)
    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(30)

    /// Watches PostgreSQL until the task is cancelled. If a restart is in progress then, it is completed first, so that nothing starts
    /// after the caller has stopped PostgreSQL.
    func run() async {
        let clock = ContinuousClock()
        var (next, pause) = (clock.now, Self.firstPause)
        while (try? await Task.sleep(for: Self.interval)) != nil {
            if postgres.isOutdated {
                logger.notice("the private PostgreSQL was updated, and is started again")
                await Task { await postgres.stop() }.value
            }
            guard !postgres.isRunning, clock.now >= next else { continue }
            logger.error("the private PostgreSQL has stopped, and is started again")
            let error = await Task { await restart() }.value
            if let error {
                logger.error("the private PostgreSQL does not start", metadata: ["again in": "\(pause)", "error": "\(error)"])
                (next, pause) = (clock.now + pause, min(pause * 2, Self.longestPause))
            } else {
                logger.notice("the private PostgreSQL runs again")
                pause = Self.firstPause
            }
        }
    }

    /// Restarts PostgreSQL. Returns the error if PostgreSQL does not start. Returns nil if PostgreSQL runs, even if its recovery takes
    /// longer than the time limit.
    private func restart() async -> (any Error)? {
        do {
            try await postgres.launch(seconds: 10)
            return nil
        } catch {
            return postgres.isRunning ? nil : error
        }
    }
}
