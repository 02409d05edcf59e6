import FoundationEssentials
import HTTPTypes
import Testing

@testable import App
@testable import Web

@Suite struct TextTests {
    @Test(arguments: [
        ([], ""), ([0xfb], "-w"), ([0xff, 0xff], "__8"), ([0x66, 0x6f, 0x6f], "Zm9v"), ([0x66, 0x6f, 0x6f, 0x62], "Zm9vYg"),
    ])
    func `bytes are encoded in base64url without padding`(_ bytes: [UInt8], _ text: String) {
        #expect(RandomText.encode(bytes) == text)
    }

    @Test(arguments: [
        ("session=abc", "abc"), ("a=b; session=abc; c=d", "abc"), ("sessions=abc", nil), ("xsession=abc", nil), ("session", nil),
        ("a=session=abc", nil), ("session=", ""), ("; ;session=a=b", "a=b"), ("__Host-session=abc", nil), ("another=abc", nil),
    ])
    func `the session cookie is found among others`(_ header: String, _ token: String?) {
        #expect(HostCookie.session.value(in: [.cookie: header], isSecure: false) == token)
    }

    @Test func `random texts do not repeat`() {
        let texts = (0..<1000).map { _ in RandomText.make(bytes: 12) }
        #expect(Set(texts).count == 1000)
        #expect(texts.allSatisfy { $0.utf8.count == 16 && $0.utf8.allSatisfy(RandomText.isDigit) })
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z", "1 Jan 1970, 00:00 UTC"), (1_795_226_709.9, "2026-11-21T02:05:09Z", "21 Nov 2026, 02:05 UTC"),
        (.infinity, "9999-12-31T23:59:59Z", "31 Dec 9999, 23:59 UTC"), (-.infinity, "1970-01-01T00:00:00Z", "1 Jan 1970, 00:00 UTC"),
    ])
    func `a moment has a form for machines and one for people`(_ seconds: Double, _ iso: String, _ text: String) {
        let moment = Moment(Date(timeIntervalSince1970: seconds))
        #expect(moment.iso == iso)
        #expect(moment.text == text)
    }

    @Test(arguments: [
        ("Ana Kovač", "AK"), ("ben", "B"), ("  Carmen   María Ruiz", "CM"), ("žofie ß", "ŽSS"), ("👩‍🚀 e\u{301}lan", "👩‍🚀E\u{301}"), ("", ""),
    ])
    func `initials are those of the first two words`(_ name: String, _ initials: String) {
        #expect(Person(name: name, handle: "x", seed: 1).initials == initials)
    }
}
