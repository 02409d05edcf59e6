/// The content codings (forms of compression) that an Accept-Encoding header allows (RFC 9110, section 12.5.3).
struct AcceptedEncodings {
    private var qualities: [String: Double] = [:]
    /// The maximum number of codings that are read. It is also the maximum number of parameters that are read of each coding.
    private static let most = 20

    /// Reads the header. `header` is nil if the request has no such header. Then no coding is known to be accepted.
    init(_ header: String?) {
        for word in (header ?? "").utf8.split(separator: UInt8(ascii: ","), maxSplits: Self.most) {
            let parts = word.split(separator: UInt8(ascii: ";"), maxSplits: Self.most).map(Self.plain)
            guard let name = parts.first, !name.isEmpty else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            // `x-gzip` is another name for `gzip` (section 8.4.1.3).
            qualities[name == "x-gzip" ? "gzip" : name] = min(1, max(0, quality))
        }
    }

    private static func plain(_ part: Substring.UTF8View) -> String {
        String(decoding: part.lazy.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.prefix(20), as: UTF8.self).lowercased()
    }

    /// Whether the client accepts gzip, and likes it at least as much as uncompressed bytes.
    var prefersGzip: Bool {
        let gzip = qualities["gzip"] ?? qualities["*"] ?? 0
        return gzip > 0 && gzip >= (qualities["identity"] ?? 0)
    }
}
