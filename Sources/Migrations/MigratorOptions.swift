/// Options for a migrator: how long it waits, and how it tells the operator about its progress.
public struct MigratorOptions {
    /// The maximum time to wait for another migrator, and for locks that other sessions hold.
    public var maximumWait: Duration = .seconds(300)
    /// The maximum time that a statement in a transaction waits for a lock. After that, the transaction is rolled back and tried again.
    /// While the statement waits, other sessions that need the table wait behind it.
    public var lockTimeout: Duration = .seconds(2)
    /// A function that gets lines of text for the operator.
    public var report: (String) -> Void = { _ in }
    /// A function that returns whether the operator has asked to stop.
    public var isInterrupted: () -> Bool = { false }

    public init() {}
}

extension Duration {
    var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
