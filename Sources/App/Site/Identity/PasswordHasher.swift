import Crypto
import CryptoExtras
import FoundationEssentials
import NIOPosix
// This import is for normalization form C. Foundation has that function, too, but all of Foundation would need 8 MB in every process.
@_spi(_Unicode) import Swift
import Synchronization

/// Hashes passwords with scrypt (RFC 7914) in PHC string format. It has its own threads, because a hash takes a large part of a second and
/// 128 MB of memory.
public final class PasswordHasher: Sendable {
    /// The cost parameters of scrypt: N = 2^ln, r and p.
    public struct Cost: Sendable, Equatable {
        public private(set) var ln: Int
        var r = 8
        var p = 1

        public init(ln: Int) { self.ln = ln }

        fileprivate init(ln: Int, r: Int, p: Int) { (self.ln, self.r, self.p) = (ln, r, p) }

        /// The cost that OWASP's Password Storage Cheat Sheet recommends.
        public static let standard = Cost(ln: 17)
        public static let low = Cost(ln: 4)
    }

    private let pool: NIOThreadPool
    private let cost: Cost
    private let waiting = Atomic<Int>(0)
    private static let waitingLimit = 40

    init(cost: Cost, threads: Int = 2) {
        self.cost = cost
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    /// Returns `$scrypt$ln=17,r=8,p=1$salt$hash`. Throws `Problem.unavailable` if too many passwords are waiting to be hashed.
    func hash(_ password: String) async throws -> String {
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let cost = cost
        let key = try await run { try Self.derive(password, salt: salt, cost: cost) }
        return "$scrypt$ln=\(cost.ln),r=\(cost.r),p=\(cost.p)$\(Self.base64(salt))$\(Self.base64(key))"
    }

    /// Whether `password` belongs to the hash `stored`. If `stored` is nil because there is no such account, the check takes the same time,
    /// and returns false.
    func verify(_ password: String, against stored: String?) async throws -> Bool {
        guard let stored, let parsed = Self.parse(stored) else {
            _ = try await hash(password)
            return false
        }
        let key = try await run { try Self.derive(password, salt: parsed.salt, cost: parsed.cost) }
        return zip(key, parsed.key).reduce(key.count ^ parsed.key.count) { $0 | Int($1.0 ^ $1.1) } == 0
    }

    /// Whether the hash `stored` has other cost parameters than new hashes have.
    func isOutdated(_ stored: String) -> Bool { Self.parse(stored).map { $0.cost != cost } ?? true }

    private func run(_ work: @escaping @Sendable () throws -> [UInt8]) async throws -> [UInt8] {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.waitingLimit else {
            waiting.subtract(1, ordering: .relaxed)
            throw Problem.unavailable
        }
        defer { waiting.subtract(1, ordering: .relaxed) }
        return try await pool.runIfActive(work)
    }

    private static func derive(_ password: String, salt: [UInt8], cost: Cost) throws -> [UInt8] {
        // The same password typed on another keyboard must give the same hash: normalization form C (Unicode Annex 15).
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: password._nfc)
        let normal = Data(String(scalars).utf8)
        let key = try KDF.Scrypt.deriveKey(
            from: normal, salt: salt, outputByteCount: 32, rounds: 1 << cost.ln, blockSize: cost.r, parallelism: cost.p)
        return key.withUnsafeBytes { Array($0) }
    }

    private static func parse(_ stored: String) -> (cost: Cost, salt: [UInt8], key: [UInt8])? {
        guard let match = stored.wholeMatch(of: /\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)/),
            let ln = Int(match.1), (1...24).contains(ln), let r = Int(match.2), let p = Int(match.3),
            let salt = bytes(match.4), let key = bytes(match.5)
        else { return nil }
        return (Cost(ln: ln, r: r, p: p), salt, key)
    }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString().replacing("=", with: "") }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }
}
