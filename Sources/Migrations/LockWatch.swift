import Postgres

/// Finds out which sessions block a running statement. It uses a separate connection for that.
final class LockWatch {
    /// Descriptions of the sessions that blocked the statement at the last check.
    private(set) var blockers: [String] = []
    private let url: String
    private let watched: Int
    private var connection: ScriptConnection?
    private var nextLook = ContinuousClock.now
    private var isBlind = false

    init(url: String, watched: Int) {
        self.url = url
        self.watched = watched
    }

    /// Starts to watch a new statement. The first check is half a second later.
    func begin() {
        blockers = []
        nextLook = .now + .milliseconds(500)
    }

    /// Checks once a second which sessions block the statement. If these sessions have changed, it calls `tell`. If no connection can be
    /// opened, it stops checking without an error, because the check is not essential.
    func look(_ tell: ([String]) -> Void) {
        guard !isBlind, ContinuousClock.now >= nextLook else { return }
        nextLook = .now + .seconds(1)
        do {
            let connection = try connection ?? ScriptConnection(url: url, seconds: 2)
            self.connection = connection
            let found = try BlockingSessions.describe("SELECT unnest(pg_blocking_pids(\(watched)))", connection)
            guard !found.isEmpty else { return }
            if found.map(Self.process) != blockers.map(Self.process) { tell(found) }
            blockers = found
        } catch {
            isBlind = true
        }
    }

    private static func process(_ description: String) -> Substring { description.prefix { $0 != "," } }
}
