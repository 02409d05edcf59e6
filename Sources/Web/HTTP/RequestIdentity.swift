import Synchronization

/// Names a request in the log, in its answer, and on a page that says that something went wrong.
public struct RequestIdentity: Sendable, CustomStringConvertible {
    private let number: UInt64
    /// Begins anywhere, so that instances and their restarts do not use the same.
    private static let latest = Atomic(UInt64.random(in: .min ... .max))
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    public init() { number = Self.latest.wrappingAdd(1, ordering: .relaxed).newValue }

    /// 13 digits of base 32, which fit into a string without memory of its own.
    public var description: String {
        String(unsafeUninitializedCapacity: 13) { bytes in
            for place in 0..<13 { bytes[12 - place] = Self.digits[Int(truncatingIfNeeded: number >> (5 * place)) & 31] }
            return 13
        }
    }
}
