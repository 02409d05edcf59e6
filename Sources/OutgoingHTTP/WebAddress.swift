import FoundationEssentials

/// An http or https address without user, fragment or anything that two programs could read differently.
package struct WebAddress: Sendable, Hashable {
    /// With scheme and host in small letters.
    package let text: String
    package let isSecure: Bool
    /// In small letters, without an IPv6 address' brackets.
    package let host: String

    package init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.odd.contains($0) }),
            let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://")
        else { return nil }
        let scheme = text[..<colon].lowercased()
        let authority = text[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "?" }
        guard scheme == "https" || scheme == "http", authority.utf8.allSatisfy(Self.isHostByte) else { return nil }
        self.text = scheme + "://" + authority.lowercased() + text[authority.endIndex...]
        // The parser that async-http-client has, too.
        guard let host = URL(string: self.text)?.host else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        isSecure = scheme == "https"
        guard !self.host.isEmpty, authority.lowercased().contains(self.host) else { return nil }
    }

    /// `"`, `#`, `<`, `>`, `\`, `^`, `` ` ``, `{`, `|` and `}`.
    private static let odd = Set("\"#<>\\^`{|}".utf8)

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
        default: false
        }
    }
}
