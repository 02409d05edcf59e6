import Crypto
import FoundationEssentials
import Postgres

/// A code that replaces the authenticator once. The code has 120 random bits, so a plain SHA-256 hash is enough to store it safely (ASVS
/// 5.0, V6.5.2).
struct RecoveryCode: Sendable {
    static let count = 10
    private static let bytes = 15

    private let letters: String

    init() { letters = Base32.encode((0..<Self.bytes).map { _ in UInt8.random(in: .min ... .max) }) }

    init?(typed: String) {
        guard let bytes = Base32.decode(typed), bytes.count == Self.bytes else { return nil }
        letters = Base32.encode(bytes)
    }

    static func makeAll() -> [RecoveryCode] { (0..<count).map { _ in RecoveryCode() } }

    /// The code as users see it, in groups of four characters: "abcd-efgh-ijkl-mnop-qrst-uvwx".
    var text: String { Base32.groups(letters.lowercased(), separator: "-") }

    func hash(for account: ID<Account>) -> Bytes { Bytes(SHA256.hash(data: Data("recovery code \(account) \(letters)".utf8))) }
}
