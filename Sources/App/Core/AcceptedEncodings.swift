/// What an Accept-Encoding header allows (RFC 9110, section 12.5.3).
struct AcceptedEncodings {
    private var qualities: [String: Double] = [:]

    /// nil: no header, so nothing is known of what the client can read.
    init(_ header: String?) {
        for word in (header ?? "").split(separator: ",") {
            let parts = word.split(separator: ";").map { part in part.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first, !name.isEmpty else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            // `x-gzip` is `gzip` (section 8.4.1.3).
            qualities[name == "x-gzip" ? "gzip" : name] = min(1, max(0, quality))
        }
    }

    /// Whether gzip may be sent, and is not less welcome than the plain bytes.
    var prefersGzip: Bool {
        let gzip = qualities["gzip"] ?? qualities["*"] ?? 0
        return gzip > 0 && gzip >= (qualities["identity"] ?? 0)
    }
}
