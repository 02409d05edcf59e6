/// What a Content-Type header says besides its parameters: `text/html` (RFC 9110, section 8.3.1), in any case.
public struct ContentType: Equatable {
    private let name: String

    /// `header`: as it was sent; nil: none was.
    public init(_ header: String?) {
        let essence = (header ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
        // Longer ones are none that anybody here reads.
        let short = essence.prefix(100).filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        name = String(decoding: short, as: UTF8.self).lowercased()
    }

    /// `application/x-www-form-urlencoded`
    public var isForm: Bool { name == "application/x-www-form-urlencoded" }
    /// `multipart/form-data`
    public var isMultipartForm: Bool { name == "multipart/form-data" }
}
