import Dispatch
import Glibc

/// An IPv4 or IPv6 address.
package struct IPAddress: Sendable, Hashable {
    /// The bytes of the address in network order: 4 for IPv4, or 16 for IPv6.
    package let bytes: [UInt8]

    package init?(_ text: String) {
        var (short, long) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &short) == 1 {
            bytes = withUnsafeBytes(of: &short) { Array($0) }
        } else if inet_pton(AF_INET6, text, &long) == 1 {
            bytes = withUnsafeBytes(of: &long) { Array($0) }
        } else {
            return nil
        }
    }

    /// Creates an address from 4 or 16 bytes in network order.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    package var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the address is not on the public internet: a loopback, private, link-local, multicast or reserved address (IANA registries
    /// of special-purpose addresses, RFC 6890). If an IPv6 address contains an IPv4 address, the IPv4 address decides.
    package var isInside: Bool {
        if bytes.count == 4 { return Self.insideIPv4.contains { $0.contains(self) } }
        if let embeddedIPv4 { return embeddedIPv4.isInside }
        return !Self.publicIPv6.contains(self) || Self.insideIPv6.contains { $0.contains(self) }
    }

    /// The IPv4 address in an IPv6 address that is mapped (::ffff:0:0/96), translated (64:ff9b::/96) or 6to4 (2002::/16). Nil for all other
    /// addresses.
    private var embeddedIPv4: IPAddress? {
        if Self.mapped.contains(self) || Self.translated.contains(self) { return IPAddress(bytes: Array(bytes[12...])) }
        return Self.sixToFour.contains(self) ? IPAddress(bytes: Array(bytes[2..<6])) : nil
    }

    private static let mapped = Block("::ffff:0:0", 96)
    private static let translated = Block("64:ff9b::", 96)
    private static let sixToFour = Block("2002::", 16)
    private static let publicIPv6 = Block("2000::", 3)
    private static let insideIPv6 = [Block("2001::", 23), Block("2001:db8::", 32), Block("3fff::", 20)]
    private static let insideIPv4 = [
        Block("0.0.0.0", 8), Block("10.0.0.0", 8), Block("100.64.0.0", 10), Block("127.0.0.0", 8), Block("169.254.0.0", 16),
        Block("172.16.0.0", 12), Block("192.0.0.0", 24), Block("192.0.2.0", 24), Block("192.88.99.0", 24), Block("192.168.0.0", 16),
        Block("198.18.0.0", 15), Block("198.51.100.0", 24), Block("203.0.113.0", 24), Block("224.0.0.0", 4), Block("240.0.0.0", 4),
    ]

    private struct Block {
        private let bytes: [UInt8]
        private let bits: Int

        init(_ text: String, _ bits: Int) { (bytes, self.bits) = (IPAddress(text)?.bytes ?? [], bits) }

        func contains(_ address: IPAddress) -> Bool {
            guard address.bytes.count == bytes.count else { return false }
            return (0..<bits).allSatisfy { bit in
                let mask = UInt8(0x80) >> UInt8(bit % 8)
                return address.bytes[bit / 8] & mask == bytes[bit / 8] & mask
            }
        }
    }
}

extension IPAddress {
    /// Looks up a host name. Returns its addresses in the order of the system's resolver, or an empty array if the host is unknown. The
    /// lookup blocks a thread of the global dispatch queue and cannot be stopped, but callers may stop waiting for it.
    @Sendable package static func lookUp(_ host: String) async -> [IPAddress] {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: blockingLookUp(host)) }
        }
    }

    private static func blockingLookUp(_ host: String) -> [IPAddress] {
        var (hints, first) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
        (hints.ai_socktype, hints.ai_flags) = (Int32(SOCK_STREAM.rawValue), AI_ADDRCONFIG)
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        return sequence(first: first, next: { $0?.pointee.ai_next }).compactMap { $0.flatMap { IPAddress($0.pointee) } }
    }

    private init?(_ info: addrinfo) {
        guard let address = UnsafeRawPointer(info.ai_addr) else { return nil }
        switch info.ai_family {
        case AF_INET: bytes = withUnsafeBytes(of: address.load(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6: bytes = withUnsafeBytes(of: address.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: return nil
        }
    }
}
