import JWTKit
import SafeText

/// The signature algorithms that an ID token may use. Only the provider can sign with them. `none` is refused. HS256 is refused too,
/// because its key is our client secret.
enum SigningAlgorithm: String, Sendable {
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"
}

/// A public key of a provider (RFC 7517).
struct ProviderKey: Decodable, Sendable {
    var kty: String
    var kid: String?
    var use: String?
    var alg: String?
    var crv: String?
    var n: String?
    var e: String?
    var x: String?
    var y: String?

    /// Parses a list of keys (JWKS). Nil if the JSON is not such a list. Keys that cannot be read are left out, because they may be for
    /// other clients.
    static func keys(in json: [UInt8]) -> [ProviderKey]? {
        try? UntrustedJSON.decode(KeySet.self, from: json).keys.compactMap(\.key)
    }

    /// Whether this key may have signed a token whose header has this algorithm and this key ID.
    func fits(_ algorithm: SigningAlgorithm, kid: String?) -> Bool {
        guard use ?? "sig" == "sig", alg ?? algorithm.rawValue == algorithm.rawValue, kid == nil || kid == self.kid else { return false }
        return switch algorithm {
        case .rs256, .ps256: kty == "RSA"
        case .es256: kty == "EC" && crv == "P-256"
        case .edDSA: kty == "OKP" && crv == "Ed25519"
        }
    }

    /// Verifies a token with this key and this algorithm, even if the token names another algorithm. Returns its claims, or nil if the
    /// signature is wrong.
    func claims(of token: String, _ algorithm: SigningAlgorithm) async -> Claims? {
        let collection = JWTKeyCollection()
        do {
            switch algorithm {
            case .rs256: await collection.add(rsa: try rsa(), digestAlgorithm: .sha256)
            case .ps256: await collection.add(pss: try rsa(), digestAlgorithm: .sha256)
            case .es256: await collection.add(ecdsa: try ES256PublicKey(parameters: (x ?? "", y ?? "")))
            case .edDSA: await collection.add(eddsa: try EdDSA.PublicKey(x: x ?? "", curve: .ed25519))
            }
            return try await collection.verify(token)
        } catch {
            return nil
        }
    }

    private func rsa() throws -> Insecure.RSA.PublicKey { try Insecure.RSA.PublicKey(modulus: n ?? "", exponent: e ?? "") }

    private struct KeySet: Decodable { var keys: [Entry] }

    private struct Entry: Decodable {
        var key: ProviderKey?

        init(from decoder: any Decoder) throws { key = try? ProviderKey(from: decoder) }
    }
}
