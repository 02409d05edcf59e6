/// The address of the database, and the limits for connections, waiting and retries. A segment is the statements of one call, which are
/// sent together in one transaction.
public struct DatabaseConfiguration: Sendable {
    /// The address of the database, as a libpq connection string or URL.
    public var url: String
    /// The number of connections in the pool, without the connection that listens for notifications. Operators cannot set this number. A
    /// connection gets the next segment only after PostgreSQL has answered the last one.
    public var poolSize = 8
    /// The maximum number of segments that wait for a connection. Further segments fail with `overloaded`.
    public var queueLimit = 2_000
    /// The time within which a segment must be answered, counted from the call. PostgreSQL enforces it, too, as `statement_timeout`.
    public var deadline: Duration = .seconds(10)
    /// The time within which a long read (`Database.readLong`) must be answered, counted from the call. It is shorter than `deadline`, so
    /// that long reads do not fill the pool.
    public var longReadDeadline: Duration = .seconds(2)
    /// The maximum number of connections that long reads use at the same time.
    public var longReadConnections = 2
    /// The maximum number of long reads that wait for a connection. Further long reads fail with `overloaded`.
    public var longReadQueueLimit = 32
    /// The maximum number of times that a segment or a transaction is sent, if it is safe to repeat.
    public var attempts = 5
    /// The time for which segments wait for a new connection after the last open connection was lost. A segment that is submitted later
    /// waits at least a quarter of this time. Then it fails with `unavailable`.
    public var reconnectTimeout: Duration = .milliseconds(700)
    /// The time limit of one attempt to connect, and the time limit of the name lookup before it.
    public var connectTimeout: Duration = .seconds(5)
    /// The name of the setting (`SET`) that holds the club's id and that the row-level security policies read.
    public var tenantSetting = "app.club_id"
    /// The application name of the connections, which `pg_stat_activity` shows.
    public var applicationName = "boardwalk"
    /// Names and values of the settings of every session, such as custom parameters. They must not contain spaces or backslashes.
    public var sessionSettings: [String: String] = [:]
    /// The name of the channel for LISTEN. Nil if the server listens to no channel.
    public var channel: String?

    public init(url: String) { self.url = url }

    /// The maximum number of connections that transactions and long reads use together. The others are left for the other segments.
    var longWorkLimit: Int { max(1, poolSize - 2) }

    /// The value of libpq's parameter `options`: time limits that PostgreSQL enforces even if this process fails, and `sessionSettings`.
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
