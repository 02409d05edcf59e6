import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Compresses bytes with gzip. The only compressor among the server's packages is a channel handler, so each call creates a channel and
/// sends the bytes through it.
public enum Gzip {
    /// The minimum size in bytes of a page that is compressed. A smaller page fits into one network packet without compression.
    private static let leastWorth = 1_400
    /// The maximum number of random bytes that are added to the length of a compressed page.
    private static let mostNoise = 100

    /// Compresses a page or a fragment of a page for a client that sent this Accept-Encoding header. Nil if the page should be sent
    /// uncompressed.
    ///
    /// The length of a compressed page can reveal its secrets to an attacker who can put text into the page (BREACH). So a file name of
    /// random length is added to the gzip header, as in Django's `GZipMiddleware` (Paliulis et al., Heal the BREACH, 2022).
    public static func compress(page: [UInt8], accepted header: String?) -> ByteBuffer? {
        guard page.count >= leastWorth, AcceptedEncodings(header).prefersGzip, var bytes = compress(ByteBuffer(bytes: page)),
            // The first four bytes say: gzip, compressed by deflate, without flags (RFC 1952, section 2.3).
            let start = bytes.readBytes(length: 10), start.starts(with: [0x1F, 0x8B, 8, 0])
        else { return nil }
        var named = ByteBuffer()
        named.reserveCapacity(bytes.readableBytes + 11 + mostNoise)
        named.writeBytes(start)
        // Flag 8 says that a file name (FNAME) follows. It is a text that ends with a zero byte.
        named.setInteger(UInt8(8), at: 3)
        named.writeRepeatingByte(UInt8(ascii: "a"), count: Int.random(in: 0...mostNoise))
        named.writeInteger(UInt8(0))
        named.writeBuffer(&bytes)
        return named
    }

    /// Compresses the bytes. Nil if compression fails. The caller then sends the uncompressed bytes.
    static func compress(_ bytes: ByteBuffer) -> ByteBuffer? {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor(initialByteBufferCapacity: bytes.readableBytes))
        defer { _ = try? channel.finish() }
        do {
            let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Accept-Encoding": "gzip"])
            try channel.writeInbound(HTTPServerRequestPart.head(request))
            channel.write(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)), promise: nil)
            channel.write(HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            var compressed = ByteBuffer()
            while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
                if case .body(.byteBuffer(var piece)) = part { compressed.writeBuffer(&piece) }
            }
            return compressed
        } catch {
            return nil
        }
    }
}
