/// How to reach the database, and how long to wait for it.
public struct DatabaseConfiguration: Sendable {
    /// A libpq connection string or URL.
    public var url: String
    /// Connections in the pool, each with one segment in flight.
    public var connections = 8
    /// Segments that may wait for a connection; one more is refused as `overloaded`.
    public var queueLimit = 2_000
    /// From submission to answer.
    public var deadline: Duration = .seconds(10)
    /// From submission to answer, of slow segments.
    public var slowDeadline: Duration = .seconds(2)
    /// How many connections slow segments may hold at once, at most.
    public var slowConnections = 2
    /// Slow segments that may wait; one more is refused as `overloaded`.
    public var slowQueueLimit = 32
    /// How often at most a segment, or a transaction, that is safe to repeat is tried.
    public var attempts = 5
    /// How long a segment waits while no connection is up.
    public var patience: Duration = .milliseconds(700)
    /// How long one attempt to connect may take, and the look-up of a name before it.
    public var connectTimeout: Duration = .seconds(5)
    /// The setting that row-level security reads.
    public var tenantSetting = "app.club_id"
    /// Shown in `pg_stat_activity`.
    public var applicationName = "boardwalk"
    /// Settings of every session, such as custom parameters. Neither names nor values may hold spaces or backslashes.
    public var sessionSettings: [String: String] = [:]
    /// The channel to LISTEN on, if any.
    public var channel: String?

    public init(url: String) { self.url = url }

    /// How many connections transactions and slow segments may hold at once, so that other segments always find one.
    var leaseLimit: Int { max(1, connections - 2) }

    /// Guards that PostgreSQL itself keeps, whatever becomes of this process; and the session's settings.
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
