import FoundationEssentials

/// An http or https address. It has no user, no fragment, and no characters that two parsers could read differently.
package struct WebAddress: Sendable, Hashable {
    /// The address, with scheme and host in lower case.
    package let text: String
    package let isSecure: Bool
    /// The host in lower case. If it is an IPv6 address, it has no brackets.
    package let host: String

    /// Returns nil if the text is not such an address, or has more than 2048 bytes.
    package init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.refusedBytes.contains($0) }),
            let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://")
        else { return nil }
        let scheme = text[..<colon].lowercased()
        let authority = text[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "?" }
        guard scheme == "https" || scheme == "http", authority.utf8.allSatisfy(Self.isHostByte) else { return nil }
        self.text = scheme + "://" + authority.lowercased() + text[authority.endIndex...]
        // `URL` is used because async-http-client, which sends the request, parses the address in the same way.
        guard let host = URL(string: self.text)?.host else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        isSecure = scheme == "https"
        guard !self.host.isEmpty, authority.lowercased().contains(self.host) else { return nil }
    }

    private static let refusedBytes = Set("\"#<>\\^`{|}".utf8)

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
        default: false
        }
    }
}
