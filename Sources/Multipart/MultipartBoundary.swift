/// The text that separates the parts of a form. It has 1 to 70 characters (`bchars` of RFC 2046 section 5.1.1) and does not end with a
/// space.
public struct MultipartBoundary: Hashable, Sendable {
    let bytes: [UInt8]

    /// Throws `malformedBoundary` if the text is not a valid boundary.
    public init(_ text: String) throws(MultipartError) {
        try self.init(Array(text.utf8))
    }

    /// Reads the boundary from the Content-Type header of a request (syntax: RFC 2045 section 5.1). Throws `MultipartError` if it has no
    /// valid boundary.
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
