/// What a Content-Type header says besides its parameters: `text/html` (RFC 9110, section 8.3.1), in any case.
struct MediaType: Equatable {
    private let name: String

    init(_ header: String?) {
        let essence = (header ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
        // Longer ones are none that anybody here reads.
        let short = essence.prefix(100).filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        name = String(decoding: short, as: UTF8.self).lowercased()
    }

    var isForm: Bool { name == "application/x-www-form-urlencoded" }
    var isMultipartForm: Bool { name == "multipart/form-data" }
}
