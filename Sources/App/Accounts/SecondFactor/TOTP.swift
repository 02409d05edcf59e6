import Crypto
import FoundationEssentials

/// Time-based one-time codes (RFC 6238) with HMAC-SHA-1, which every authenticator supports. The caller passes the time, and stores the
/// last time step whose code was used.
struct TOTP: Sendable {
    /// The length of a time step in seconds.
    static let period = 30
    /// The length of a secret: 160 bits, as RFC 4226, section 4 recommends.
    private static let secretBytes = 20

    let secret: [UInt8]
    let digits: Int

    init(secret: [UInt8], digits: Int = 6) { (self.secret, self.digits) = (secret, digits) }

    static func makeSecret() -> [UInt8] { (0..<secretBytes).map { _ in UInt8.random(in: .min ... .max) } }

    /// The number of the time step at this date (RFC 6238, section 4.2).
    static func step(at date: Date) -> Int { Int((date.timeIntervalSince1970 / Double(period)).rounded(.down)) }

    /// The code that is valid in the time step with this number (RFC 4226, section 5.3).
    func code(step: Int) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: Data(counter), using: SymmetricKey(data: Data(secret))))
        let offset = Int(hash[hash.count - 1] & 15)
        let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
        let modulus = (0..<digits).reduce(1) { product, _ in product * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// The time step of the code. The step can be the current step, the step before or the step after, because clocks differ and people
    /// type slowly (RFC 6238, section 5.2). The codes of all three steps are compared in constant time. Nil if no step later than `last`
    /// has this code.
    func step(of code: String, at date: Date, after last: Int) -> Int? {
        let current = Self.step(at: date)
        let matching = [current - 1, current, current + 1].map { (step: $0, isRight: RandomText.areEqual(code, self.code(step: $0))) }
        return matching.first { $0.isRight && $0.step > last }?.step
    }
}
