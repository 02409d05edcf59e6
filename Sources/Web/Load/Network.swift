import Glibc

/// A block of IP addresses in CIDR notation, such as `10.0.0.0/8` or `::1` (RFC 4632, RFC 4291).
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

    /// Returns the key under which rate limits count a client: its IPv4 address, or the first 64 bits of its IPv6 address, because one
    /// subscriber has all addresses that begin with them.
    public static func subscriber(of text: String) -> String {
        guard let bytes = bytes(of: text) else { return text }
        guard bytes.count == 16 else { return bytes.map { String($0) }.joined(separator: ".") }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// Returns the IP address in an entry of the header X-Forwarded-For. Proxies write it in these forms: "192.0.2.1", "192.0.2.1:4711",
    /// "2001:db8::1", "[2001:db8::1]:4711". It may be quoted (RFC 7239, section 6), or have a zone ("fe80::1%eth0"). Nil if the entry is
    /// not an address, such as "unknown" or "_hidden".
    public static func address(inForwarded entry: some StringProtocol) -> String? {
        // An IPv6 address has at most 45 characters.
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

    /// Returns the 4 or 16 bytes of an IP address. Nil if `text` is not an address. An IPv6 address that stands for an IPv4 address
    /// (::ffff:0:0/96) counts as IPv4.
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
