import Crypto
import FoundationEssentials
import Hummingbird

/// A public file, uncompressed and, if that is shorter, also compressed with gzip. Its bytes are in memory only once, even if many requests
/// or addresses use them.
public struct Asset: Sendable {
    struct Variant: Sendable {
        let bytes: ByteBuffer
        let tag: EntityTag

        init(_ bytes: ByteBuffer) {
            self.bytes = bytes
            tag = EntityTag(opaque: Asset.fingerprint(bytes))
        }
    }

    let contentType: String
    let changed: HTTPDate
    let plain: Variant
    let gzipped: Variant?

    public init(_ bytes: [UInt8], contentType: String, changed: HTTPDate) {
        self.contentType = contentType
        self.changed = changed
        let plain = ByteBuffer(bytes: bytes)
        self.plain = Variant(plain)
        gzipped = Gzip.compress(plain).flatMap { $0.readableBytes < bytes.count * 9 / 10 ? Variant($0) : nil }
    }

    /// The hash of the uncompressed bytes. It is part of the file's address.
    public var fingerprint: String { plain.tag.opaque }

    /// Returns the first twelve hexadecimal digits of the SHA-256 hash of the bytes.
    static func fingerprint(_ bytes: ByteBuffer) -> String {
        SHA256.hash(data: bytes.readableBytesView).prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Responds with the file in the encoding that the client prefers. If the request has conditions or a range, the response may be a part
    /// of the file or only a status.
    public func response(to request: Request, cacheControl: String) -> Response {
        let accepted = AcceptedEncodings(request.headers[.acceptEncoding])
        let chosen = accepted.prefersGzip ? gzipped : nil
        let variant = chosen ?? plain
        var content: HTTPFields = [.contentType: contentType]
        if chosen != nil { content[.contentEncoding] = "gzip" }
        var caching: HTTPFields = [.cacheControl: cacheControl]
        if gzipped != nil { caching[.vary] = "Accept-Encoding" }
        let representation = Representation(
            length: variant.bytes.readableBytes, tag: variant.tag, changed: changed, content: content, caching: caching)
        return representation.response(to: request) { range in
            let part = variant.bytes.getSlice(at: variant.bytes.readerIndex + range.lowerBound, length: range.count)
            return ResponseBody(byteBuffer: part ?? ByteBuffer())
        }
    }
}
