/// The media type of a Content-Type header, in lower case and without its parameters, such as `text/html` (RFC 9110, section 8.3.1).
public struct ContentType: Equatable {
    private let name: String

    /// Reads the header. If the request has no such header, `header` is nil.
    public init(_ header: String?) {
        let essence = (header ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
        // Every media type that the server knows is shorter than 100 bytes.
        let short = essence.prefix(100).filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        name = String(decoding: short, as: UTF8.self).lowercased()
    }

    public var isForm: Bool { name == "application/x-www-form-urlencoded" }
    public var isMultipartForm: Bool { name == "multipart/form-data" }
}
