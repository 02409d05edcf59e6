import Synchronization

/// Identifies a request in the log, in its response, and on an error page.
public struct RequestIdentity: Sendable, CustomStringConvertible {
    private let number: UInt64
    /// The number of the latest request. The first number is random, so that instances and restarts of the server do not use the same
    /// numbers.
    private static let latest = Atomic(UInt64.random(in: .min ... .max))
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    public init() { number = Self.latest.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The number as 13 digits of base 32. A string of this length needs no allocated memory.
    public var description: String {
        String(unsafeUninitializedCapacity: 13) { bytes in
            for place in 0..<13 { bytes[12 - place] = Self.digits[Int(truncatingIfNeeded: number >> (5 * place)) & 31] }
            return 13
        }
    }
}
