import Synchronization

/// Identifies a request in the log, in its response, and on the error page.
public struct RequestIdentity: Sendable, CustomStringConvertible {
    private let number: UInt64
    /// The counter starts at a random number, so that instances and restarts of the server do not use the same identities.
    private static let latest = Atomic(UInt64.random(in: .min ... .max))
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    public init() { number = Self.latest.wrappingAdd(1, ordering: .relaxed).newValue }

    /// 13 digits of base 32. They fit into a string without allocating memory.
    public var description: String {
        String(unsafeUninitializedCapacity: 13) { bytes in
            for place in 0..<13 { bytes[12 - place] = Self.digits[Int(truncatingIfNeeded: number >> (5 * place)) & 31] }
            return 13
        }
    }
}
