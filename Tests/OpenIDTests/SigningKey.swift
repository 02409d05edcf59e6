import Crypto
import CryptoExtras
import Foundation
import JWTKit

/// A key pair of a provider, and its public key as in a JWKS.
struct SigningKey: Sendable {
    let kid: String
    let pair: Pair

    enum Pair: Sendable {
        case rsa(_RSA.Signing.PrivateKey, padding: Padding)
        case p256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    enum Padding: Sendable { case pkcs1, pss }

    /// All tests share one RSA key pair, because it takes long to generate.
    private static let rsa = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    static func rs256(kid: String = "first") throws -> SigningKey { SigningKey(kid: kid, pair: .rsa(try rsa.get(), padding: .pkcs1)) }
    static func ps256() throws -> SigningKey { SigningKey(kid: "pss", pair: .rsa(try rsa.get(), padding: .pss)) }
    static func es256(kid: String = "curve") -> SigningKey { SigningKey(kid: kid, pair: .p256(P256.Signing.PrivateKey())) }
    static func edDSA() -> SigningKey { SigningKey(kid: "edwards", pair: .ed25519(Curve25519.Signing.PrivateKey())) }

    var publicPEM: String {
        switch pair {
        case .rsa(let key, _): key.publicKey.pemRepresentation
        case .p256(let key): key.publicKey.pemRepresentation
        case .ed25519(let key): key.publicKey.rawRepresentation.base64EncodedString()
        }
    }

    func jwk() throws -> [String: JWTHeaderField] {
        switch pair {
        case .rsa(let key, _):
            let numbers = try key.publicKey.getKeyPrimitives()
            return [
                "kty": "RSA", "kid": .string(kid), "use": "sig", "n": Self.text(numbers.modulus), "e": Self.text(numbers.publicExponent),
            ]
        case .p256(let key):
            let point = key.publicKey.rawRepresentation
            return ["kty": "EC", "kid": .string(kid), "crv": "P-256", "x": Self.text(point.prefix(32)), "y": Self.text(point.suffix(32))]
        case .ed25519(let key):
            return ["kty": "OKP", "kid": .string(kid), "crv": "Ed25519", "x": Self.text(key.publicKey.rawRepresentation)]
        }
    }

    func sign(_ claims: [String: JWTHeaderField], kid: String?) async throws -> String {
        let keys = JWTKeyCollection()
        switch pair {
        case .rsa(let key, .pkcs1): await keys.add(rsa: try Insecure.RSA.PrivateKey(backing: key), digestAlgorithm: .sha256)
        case .rsa(let key, .pss): await keys.add(pss: try Insecure.RSA.PrivateKey(backing: key), digestAlgorithm: .sha256)
        case .p256(let key): await keys.add(ecdsa: try ES256PrivateKey(backing: key))
        case .ed25519(let key): await keys.add(eddsa: EdDSA.PrivateKey(backing: key))
        }
        var header = JWTHeader()
        if let kid { header.kid = kid }
        return try await keys.sign(TestClaims(fields: claims), header: header)
    }

    static func text(_ bytes: some Collection<UInt8>) -> JWTHeaderField { .string(encoded(bytes)) }

    static func encoded(_ bytes: some Collection<UInt8>) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}

/// Arbitrary claims.
struct TestClaims: JWTPayload {
    var fields: [String: JWTHeaderField]

    init(fields: [String: JWTHeaderField]) { self.fields = fields }

    init(from decoder: any Decoder) throws { fields = try [String: JWTHeaderField](from: decoder) }

    func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }

    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
