extension Duration {
    /// Whole nanoseconds; what is below is cut off.
    public var nanoseconds: Int { Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000) }
}
