import Logging

/// Starts the private PostgreSQL again when it is gone, or when an update has replaced its program; meanwhile the server answers that it
/// will be back.
struct PostgresWatch: Sendable {
    let postgres: EmbeddedPostgres
    let logger: Logger

    private static let interval = Duration.milliseconds(200)
    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(30)

    /// Watches until it is cancelled. An attempt under way is finished, so that nothing starts behind the back of whoever stops it next.
    func run() async {
        let clock = ContinuousClock()
        var (next, pause) = (clock.now, Self.firstPause)
        while (try? await Task.sleep(for: Self.interval)) != nil {
            if postgres.isOutdated {
                logger.notice("the private PostgreSQL was updated, and is started again")
                await Task { await postgres.stop() }.value
            }
            guard !postgres.isRunning, clock.now >= next else { continue }
            logger.error("the private PostgreSQL is gone, and is started again")
            let fault = await Task { await startAgain() }.value
            if let fault {
                logger.error("the private PostgreSQL does not start", metadata: ["again in": "\(pause)", "error": "\(fault)"])
                (next, pause) = (clock.now + pause, min(pause * 2, Self.longestPause))
            } else {
                logger.notice("the private PostgreSQL runs again")
                pause = Self.firstPause
            }
        }
    }

    /// Gives what went wrong. One that takes longer to recover starts, too.
    private func startAgain() async -> (any Error)? {
        do {
            try await postgres.launch(seconds: 10)
            return nil
        } catch {
            return postgres.isRunning ? nil : error
        }
    }
}
