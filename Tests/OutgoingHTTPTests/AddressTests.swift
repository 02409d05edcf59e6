import Testing

import OutgoingHTTP

@Suite struct AddressTests {
    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1",
        "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "fc00::1", "fd12:3456::1",
        "fe80::1", "fec0::1", "ff02::1", "::127.0.0.1",
    ]) func `private and reserved addresses are inside`(_ text: String) throws {
        #expect(try #require(IPAddress(text)).isInside)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
        "192.167.255.255",
        "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::200e", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
    ]) func `public addresses are outside`(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isInside)
        #expect(IPAddress(address.text) == address)
    }

    @Test func `host names are resolved by the system`() async {
        let found = await IPAddress.lookUp("localhost")
        #expect(!found.isEmpty && found.allSatisfy(\.isInside))
        // Other spellings of an IP address are recognized, too.
        #expect(await IPAddress.lookUp("0x7f.1") == [IPAddress("127.0.0.1")])
        #expect(await IPAddress.lookUp("nobody.invalid").isEmpty)
    }

    @Test(arguments: [
        "https://", "https:///path", "ftp://host/", "https://user@host/", "https://user:word@host/", "https://host/#part",
        "https://host\\@other/",
        "https://ho st/", "https://host/a\u{0}", "https://h\u{F6}st/", "//host/", "host", "https:host", "https://host:port/",
        "https://%31/", "",
    ]) func `an unsafe or malformed URL is refused`(_ text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test func `a URL is read with its host`() throws {
        let plain = try #require(WebAddress("HTTP://Accounts.Example:8080/Path?Query=A"))
        #expect(plain.text == "http://accounts.example:8080/Path?Query=A" && plain.host == "accounts.example" && !plain.isSecure)
        let six = try #require(WebAddress("https://[::1]:8443/"))
        #expect(six.host == "::1" && six.isSecure)
    }

    @Test func `an HTTPS issuer reaches no address without TLS`() throws {
        let (secure, plain) = (try #require(WebAddress("https://one.example")), try #require(WebAddress("http://one.example")))
        #expect(Reach(chosen: secure).names(secure) && !Reach(chosen: secure).names(plain))
        #expect(Reach(chosen: plain).names(plain))
        let other = try #require(WebAddress("https://two.example"))
        #expect(!Reach(chosen: secure).names(other))
        #expect(Reach(chosen: secure).naming([other], isInside: false).names(other))
    }

    @Test func `plain HTTP is allowed only to private addresses`() throws {
        let plain = try #require(WebAddress("http://one.example"))
        let reach = Reach(chosen: plain)
        #expect(reach.permits(try #require(IPAddress("192.168.1.2")), for: plain))
        #expect(!reach.permits(try #require(IPAddress("8.8.8.8")), for: plain))
    }
}
