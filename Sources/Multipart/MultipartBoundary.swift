/// What separates the parts of one form: 1 to 70 `bchars` of RFC 2046 section 5.1.1, the last of them no space.
public struct MultipartBoundary: Hashable, Sendable {
    let bytes: [UInt8]

    /// Throws `malformedBoundary`.
    public init(_ text: String) throws(MultipartError) {
        try self.init(Array(text.utf8))
    }

    /// Reads the value of a request's header Content-Type, whose syntax is that of RFC 2045 section 5.1.
    public init(contentType: String) throws(MultipartError) {
        var reader = ParameterReader(Array(contentType.utf8)[...], escapes: true, fault: .malformedContentType)
        guard reader.takeType() == "multipart/form-data" else { throw .notMultipart }
        var boundary: [UInt8]?
        while let parameter = try reader.next() {
            guard parameter.name == "boundary" else { continue }
            guard boundary == nil else { throw .repeatedParameter }
            boundary = parameter.value
        }
        guard let boundary else { throw .noBoundary }
        try self.init(boundary)
    }

    private init(_ bytes: [UInt8]) throws(MultipartError) {
        guard (1...70).contains(bytes.count), bytes.allSatisfy(\.isBoundary), bytes.last != UInt8(ascii: " ") else {
            throw .malformedBoundary
        }
        self.bytes = bytes
    }
}
