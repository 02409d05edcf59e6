import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Compresses bytes. The only compressor among the server's packages is a channel handler, so each call sends the bytes through a channel
/// of its own.
public enum Gzip {
    /// The smallest page that is compressed, in bytes. A smaller one fits into one network packet anyway.
    private static let leastWorth = 1_400
    /// The most bytes by which the length of a page is randomized.
    private static let mostNoise = 100

    /// Compresses a page or fragment for a client with that Accept-Encoding header. Nil if the page should be sent as it is.
    ///
    /// The length of a compressed page can reveal its secrets to an attacker who can put text into the page (BREACH). So a file name of
    /// random length is added to the gzip header, as in Django's `GZipMiddleware` (Paliulis et al., Heal the BREACH, 2022).
    public static func compress(page: [UInt8], accepted header: String?) -> ByteBuffer? {
        guard page.count >= leastWorth, AcceptedEncodings(header).prefersGzip, var bytes = compress(ByteBuffer(bytes: page)),
            // The compression method is deflate, and no flags are set (RFC 1952, section 2.3).
            let start = bytes.readBytes(length: 10), start.starts(with: [0x1F, 0x8B, 8, 0])
        else { return nil }
        var named = ByteBuffer()
        named.reserveCapacity(bytes.readableBytes + 11 + mostNoise)
        named.writeBytes(start)
        // FNAME is a text that ends with a zero byte.
        named.setInteger(UInt8(8), at: 3)
        named.writeRepeatingByte(UInt8(ascii: "a"), count: Int.random(in: 0...mostNoise))
        named.writeInteger(UInt8(0))
        named.writeBuffer(&bytes)
        return named
    }

    /// Nil if compression fails. Then the plain bytes are sent.
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
