/// How long a migrator waits, and where it reports.
public struct MigratorOptions {
    /// How long it waits for another migrator, and for locks that other sessions hold.
    public var patience: Duration = .seconds(300)
    /// How long a statement of a transaction waits for a lock. After that the transaction is rolled back and tried again, because other
    /// sessions that need the table wait behind it.
    public var lockTimeout: Duration = .seconds(2)
    /// Receives lines for the operator.
    public var report: (String) -> Void = { _ in }
    /// Returns whether the operator has asked to stop.
    public var isInterrupted: () -> Bool = { false }

    public init() {}
}

extension Duration {
    var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
