import Glibc

/// A block of IP addresses in CIDR notation (RFC 4632, RFC 4291): `10.0.0.0/8`, `::1`.
public struct Network: Sendable, Equatable {
    private var address: [UInt8]
    private var prefix: Int

    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard let first = parts.first, let bytes = Network.bytes(of: String(first)) else { return nil }
        address = bytes
        prefix = bytes.count * 8
        guard parts.count == 2 else { return }
        guard let length = Int(parts[1]), (0...prefix).contains(length) else { return nil }
        prefix = length
    }

    /// Whether the block contains an IP address in text form. Returns false if `text` is not an IP address.
    public func contains(_ text: String) -> Bool {
        guard let other = Network.bytes(of: text), other.count == address.count else { return false }
        return (0..<prefix).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return (address[bit / 8] & mask) == (other[bit / 8] & mask)
        }
    }

    /// Returns the key by which rate limits count a subscriber: an IPv4 address, or the /64 prefix that one subscriber has in IPv6.
    public static func subscriber(of text: String) -> String {
        guard let bytes = bytes(of: text) else { return text }
        guard bytes.count == 16 else { return bytes.map { String($0) }.joined(separator: ".") }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// Returns the address in an entry of X-Forwarded-For, in the forms that proxies write: "192.0.2.1", "192.0.2.1:4711", "2001:db8::1",
    /// "[2001:db8::1]:4711", possibly quoted (RFC 7239, section 6) or with a zone ("fe80::1%eth0"). Nil if the entry has no address, such
    /// as "unknown" or "_hidden".
    public static func address(inForwarded entry: some StringProtocol) -> String? {
        // The longest form of an IPv6 address has 45 characters.
        guard entry.utf8.count <= 100 else { return nil }
        var address = String(entry).filter { !" \t\"".contains($0) }
        if address.first == "[" {
            address = String(address.dropFirst().prefix { $0 != "]" })
        } else if address.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
            address = String(address.prefix { $0 != ":" })
        }
        address = String(address.prefix { $0 != "%" })
        return bytes(of: address) == nil ? nil : address
    }

    /// Returns 4 or 16 bytes, or nil if `text` is not an address. An IPv4 address that is mapped into IPv6 counts as IPv4.
    private static func bytes(of text: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        var sixteen = in6_addr()
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: sixteen) { Array($0) }
        let mapped = bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
        return mapped ? Array(bytes.suffix(4)) : bytes
    }
}
