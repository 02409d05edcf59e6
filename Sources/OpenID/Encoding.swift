import Crypto
import FoundationEssentials

/// Encodes and decodes Base64 with the alphabet for URLs, without padding (RFC 4648, section 5).
enum Base64URL {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    static func bytes(_ text: some StringProtocol) -> Data? {
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
    }

    /// Returns 256 random bits as text.
    static func random() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { text($0) }
    }
}
