import Crypto
import FoundationEssentials
import Postgres

/// A person on the whole server, with a password or a sign-in provider.
public enum Account {}

/// The data that every request of a signed-in browser needs. They are kept in memory between the requests.
struct Session: Sendable {
    var id: UUID
    var account: ID<Account>
    var username: String
    var displayName: String
    /// The email address. Nil if the account has none, because its owner signs in with a provider.
    var email: String?
    var hasPassword: Bool
    var hasSecondFactor = false
    var expiresAt: Date
    var displayPreferences = DisplayPreferences()
    var timeZone = TimeZoneSetting()
    var memberships: [ID<Club>: Membership] = [:]
    /// The value of the hidden field `csrf` in every form of this session.
    var formToken = ""

    func accepts(formToken token: String) -> Bool { !formToken.isEmpty && RandomText.areEqual(token, formToken) }
}

extension Session: RowDecodable {
    init(_ row: inout Row) throws {
        id = try row.next()
        account = try row.next()
        username = try row.next()
        displayName = try row.next()
        email = try row.next()
        hasPassword = try row.next()
        hasSecondFactor = try row.next()
        expiresAt = try row.next()
        displayPreferences = try DisplayPreferences(&row)
        timeZone = try TimeZoneSetting(&row)
    }
}

/// The secret in a session's cookie: 256 random bits. The database stores only its SHA-256 hash.
struct SessionToken: Sendable {
    let text: String

    init() { text = RandomText.make(bytes: 32) }

    init?(cookie: String) {
        guard cookie.utf8.count == 43, cookie.utf8.allSatisfy(RandomText.isDigit) else { return nil }
        text = cookie
    }

    var hash: Bytes { Bytes(SHA256.hash(data: Data(text.utf8))) }

    /// The value of the hidden field `csrf` in the forms of this session. It is computed from the secret, so that it does not have to be
    /// stored. It does not reveal the secret.
    var formToken: String {
        RandomText.encode(Array(HMAC<SHA256>.authenticationCode(for: Data("form".utf8), using: SymmetricKey(data: Data(text.utf8)))))
    }
}

/// Random text in base64url (RFC 4648, section 5) without padding.
enum RandomText {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func make(bytes count: Int) -> String {
        // A call to the system takes as long for eight bytes as for one byte, so each call asks for eight bytes.
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count { withUnsafeBytes(of: generator.next() as UInt64) { bytes.append(contentsOf: $0) } }
        return encode(bytes.prefix(count))
    }

    static func encode(_ bytes: some Collection<UInt8>) -> String {
        let count = (bytes.count * 8 + 5) / 6
        return String(unsafeUninitializedCapacity: count) { text in
            var (pending, bits, written) = (0, 0, 0)
            for byte in bytes {
                pending = pending << 8 | Int(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    text[written] = digits[pending >> bits & 63]
                    written += 1
                }
                pending &= 63
            }
            if bits > 0 { text[written] = digits[pending << (6 - bits) & 63] }
            return count
        }
    }

    /// Whether two texts are equal. The time that the comparison takes does not reveal how much of the texts is equal.
    static func areEqual(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
        one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }
}
