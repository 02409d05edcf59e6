import Foundation
import Postgres
import Testing

@testable import App

/// One-time codes, base32, recovery codes and encrypted secrets, without I/O.
@Suite struct TOTPTests {
    private static let secret = Array("12345678901234567890".utf8)

    @Test(arguments: [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
    func `codes match those of RFC 6238, appendix B`(seconds: Int, code: String) {
        let step = TOTP.step(at: Date(timeIntervalSince1970: Double(seconds)))
        #expect(TOTP(secret: Self.secret, digits: 8).code(step: step) == code)
    }

    @Test func `codes match those of RFC 4226, appendix D`() {
        let codes = (0..<10).map { TOTP(secret: Self.secret).code(step: $0) }
        #expect(
            codes == ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"])
    }

    @Test func `a code is accepted one step early and one step late, and no more`() {
        let (totp, now) = (TOTP(secret: Self.secret), Date(timeIntervalSince1970: 1_111_111_111))
        let current = TOTP.step(at: now)
        let found = (-3...3).map { totp.step(of: totp.code(step: current + $0), at: now, after: 0).map { $0 - current } }
        #expect(found == [nil, nil, -1, 0, 1, nil, nil])
    }

    @Test func `a code of a used or earlier step is refused`() {
        let (totp, now) = (TOTP(secret: Self.secret), Date(timeIntervalSince1970: 1_111_111_111))
        let current = TOTP.step(at: now)
        #expect(totp.step(of: totp.code(step: current), at: now, after: current) == nil)
        #expect(totp.step(of: totp.code(step: current - 1), at: now, after: current) == nil)
        #expect(totp.step(of: totp.code(step: current + 1), at: now, after: current) == current + 1)
    }

    @Test func `every secret is new and has 160 bits`() {
        let secrets = (0..<100).map { _ in TOTP.makeSecret() }
        #expect(Set(secrets).count == 100 && secrets.allSatisfy { $0.count == 20 })
    }

    @Test func `the address names the site, the account and all parameters`() {
        let address = TOTP(secret: Array("foobar".utf8)).address(issuer: "Boardwalk a.example", account: "ana.k")
        let (path, query) = ("Boardwalk%20a.example:ana.k", "secret=MZXW6YTBOI&issuer=Boardwalk%20a.example")
        #expect(address == "otpauth://totp/\(path)?\(query)&algorithm=SHA1&digits=6&period=30")
    }

    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
    ])
    func `base32 matches RFC 4648, section 10, without padding`(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
        #expect(Base32.decode(encoded) == Array(text.utf8))
        #expect(Base32.decode(Base32.groups(encoded.lowercased(), separator: "-") + "==") == Array(text.utf8))
    }

    @Test(arguments: ["1", "MZX0", "ä", "A", "MZXW6YTBO"])
    func `text that is not base32 is refused`(text: String) { #expect(Base32.decode(text) == nil) }

    @Test func `a recovery code is read however it is typed, for one account`() throws {
        let code = RecoveryCode()
        #expect(code.text.wholeMatch(of: /([a-z2-7]{4}-){5}[a-z2-7]{4}/) != nil)
        for typed in [code.text, code.text.uppercased(), code.text.replacing("-", with: ""), code.text.replacing("-", with: " ")] {
            let read = try #require(RecoveryCode(typed: typed))
            #expect(read.hash(for: ID(1)) == code.hash(for: ID(1)) && read.hash(for: ID(2)) != code.hash(for: ID(1)))
        }
        for typed in ["", "abcd", code.text + "a", String(code.text.dropLast()), code.text + code.text] {
            #expect(RecoveryCode(typed: typed) == nil, "\(typed)")
        }
        #expect(Set(RecoveryCode.makeAll().map(\.text)).count == 10)
    }

    @Test func `an encrypted secret opens only with its key and account`() throws {
        let (key, other) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        let sealed = try StoredSecret(key: key).seal(Self.secret, for: ID(1))
        try #expect(StoredSecret(key: key).open(sealed, for: ID(1)) == Self.secret)
        #expect(!sealed.bytes.contains(Self.secret))
        #expect(throws: (any Error).self) { try StoredSecret(key: other).open(sealed, for: ID(1)) }
        #expect(throws: (any Error).self) { try StoredSecret(key: key).open(sealed, for: ID(2)) }
        #expect(throws: StoredSecretFault.self) { try StoredSecret(key: nil).open(sealed, for: ID(1)) }
        #expect(throws: StoredSecretFault.self) { try StoredSecret(key: key).open(Bytes([9]), for: ID(1)) }
    }

    @Test func `a secret stored without a key still opens with a key`() throws {
        let stored = try StoredSecret(key: nil).seal(Self.secret, for: ID(1))
        try #expect(StoredSecret(key: [UInt8](repeating: 1, count: 32)).open(stored, for: ID(1)) == Self.secret)
    }
}
