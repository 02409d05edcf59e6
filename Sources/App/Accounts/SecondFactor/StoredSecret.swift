import Crypto
import FoundationEssentials
import Postgres

/// Encrypts secrets that the server has to read again from the database. If the operator has set a key, secrets are encrypted with AES-GCM.
/// Without a key, secrets are stored without encryption. An encrypted secret can be decrypted only for the account for which it was
/// encrypted.
public struct StoredSecret: Sendable {
    public static let keyBytes = 32
    // The first byte of a stored secret says whether it is encrypted.
    private static let plain: UInt8 = 0
    private static let encrypted: UInt8 = 1

    private let key: SymmetricKey?

    /// - Parameter key: the AES key of 32 bytes. If it is nil, secrets are stored without encryption.
    init(key: [UInt8]?) { self.key = key.map { SymmetricKey(data: Data($0)) } }

    func seal(_ secret: [UInt8], for account: ID<Account>) throws -> Bytes {
        guard let key else { return Bytes([Self.plain] + secret) }
        let box = try AES.GCM.seal(Data(secret), using: key, authenticating: Self.associatedData(for: account))
        guard let combined = box.combined else { throw StoredSecretFault.unreadable }
        return Bytes([Self.encrypted] + Array(combined))
    }

    /// Throws `StoredSecretFault` if the key is missing or the format is unknown, and an error of swift-crypto if the secret cannot be
    /// decrypted with this key and account.
    func open(_ stored: Bytes, for account: ID<Account>) throws -> [UInt8] {
        let rest = Array(stored.bytes.dropFirst())
        switch stored.bytes.first {
        case Self.plain: return rest
        case Self.encrypted:
            guard let key else { throw StoredSecretFault.keyMissing }
            let box = try AES.GCM.SealedBox(combined: Data(rest))
            return Array(try AES.GCM.open(box, using: key, authenticating: Self.associatedData(for: account)))
        default: throw StoredSecretFault.unreadable
        }
    }

    private static func associatedData(for account: ID<Account>) -> Data { Data("second factor \(account)".utf8) }
}

enum StoredSecretFault: Error, CustomStringConvertible {
    case keyMissing, unreadable

    var description: String {
        switch self {
        case .keyMissing: "A stored secret is encrypted, and BOARDWALK_SECRET_KEY is not set."
        case .unreadable: "A stored secret is damaged."
        }
    }
}

extension Services {
    var storedSecret: StoredSecret { StoredSecret(key: settings.secretKey) }
}
