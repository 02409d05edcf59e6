import Postgres

/// Sees, over a connection of its own, whom a running statement waits for.
final class LockWatch {
    /// Whom it waited for last, in words.
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

    /// A new statement begins: what it waits for is looked at from half a second on.
    func begin() {
        blockers = []
        nextLook = .now + .milliseconds(500)
    }

    /// Looks once a second, and tells what is new. Watching is a courtesy: without a connection to spare it is left out.
    func look(_ tell: ([String]) -> Void) {
        guard !isBlind, ContinuousClock.now >= nextLook else { return }
        nextLook = .now + .seconds(1)
        do {
            let connection = try connection ?? ScriptConnection(url: url, seconds: 2)
            self.connection = connection
            let found = try Session.describe("SELECT unnest(pg_blocking_pids(\(watched)))", connection)
            guard !found.isEmpty else { return }
            if found.map(Self.process) != blockers.map(Self.process) { tell(found) }
            blockers = found
        } catch {
            isBlind = true
        }
    }

    private static func process(_ description: String) -> Substring { description.prefix { $0 != "," } }
}
