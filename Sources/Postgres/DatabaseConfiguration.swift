/// The address of the database, and the limits of its use.
public struct DatabaseConfiguration: Sendable {
    /// A libpq connection string or URL.
    public var url: String
    /// The number of connections in the pool. Each has at most one segment in flight.
    public var connections = 8
    /// The most segments that may wait for a connection. Further segments fail with `overloaded`.
    public var queueLimit = 2_000
    /// The most time from submission to answer.
    public var deadline: Duration = .seconds(10)
    /// The most time from submission to answer for slow segments.
    public var slowDeadline: Duration = .seconds(2)
    /// The most connections that slow segments may use at the same time.
    public var slowConnections = 2
    /// The most slow segments that may wait. Further ones fail with `overloaded`.
    public var slowQueueLimit = 32
    /// The most attempts for a segment or a transaction that is safe to repeat.
    public var attempts = 5
    /// How long a segment waits while no connection is open.
    public var patience: Duration = .milliseconds(700)
    /// The time limit of one attempt to connect, and of the name lookup before it.
    public var connectTimeout: Duration = .seconds(5)
    /// The name of the setting that row-level security reads.
    public var tenantSetting = "app.club_id"
    /// The name that `pg_stat_activity` shows.
    public var applicationName = "boardwalk"
    /// The settings of every session, such as custom parameters. Names and values must not contain spaces or backslashes.
    public var sessionSettings: [String: String] = [:]
    /// The channel to LISTEN on. Nil for none.
    public var channel: String?

    public init(url: String) { self.url = url }

    /// The most connections that transactions and slow segments may use together, so that other segments always find one.
    var leaseLimit: Int { max(1, connections - 2) }

    /// Time limits that PostgreSQL enforces even if this process fails, and the settings of the session.
    var serverOptions: String {
        let limit = deadline.nanoseconds / 1_000_000
        let guards = "-c statement_timeout=\(limit) -c lock_timeout=\(limit / 2) -c idle_in_transaction_session_timeout=\(limit)"
        return sessionSettings.sorted { $0.key < $1.key }.reduce(guards) { $0 + " -c \($1.key)=\($1.value)" }
    }
}

extension Duration {
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000)
    }
}
