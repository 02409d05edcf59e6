/// How a migrator waits, and whom it tells.
public struct MigratorOptions {
    /// How long it waits for another migrator, and for locks that others hold.
    public var patience: Duration = .seconds(300)
    /// How long a statement of a transaction waits for a lock before the transaction is rolled back and tried again: whoever wants to
    /// use the table waits behind it meanwhile.
    public var lockTimeout: Duration = .seconds(2)
    /// Gets a line for the operator.
    public var report: (String) -> Void = { _ in }
    /// Whether somebody asked to stop.
    public var isInterrupted: () -> Bool = { false }

    public init() {}
}

extension Duration {
    var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
