import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Compresses by way of the one compressor among our packages: a handler for a channel, given one answer of its own.
public enum Gzip {
    /// Fewer bytes fit into one packet as they are.
    private static let leastWorth = 1_400
    /// The most that a page's length is blurred by.
    private static let mostNoise = 100

    /// A page or fragment for a client with that Accept-Encoding; nil: as it is. Its length tells nothing of what it has in common with
    /// what somebody else put into it (BREACH): a file name of random length stands before it, as in Django's `GZipMiddleware`
    /// (Paliulis et al., Heal the BREACH, 2022).
    public static func compress(page: [UInt8], accepted header: String?) -> ByteBuffer? {
        guard page.count >= leastWorth, AcceptedEncodings(header).prefersGzip, var bytes = compress(ByteBuffer(bytes: page)),
            // Method deflate, no flags (RFC 1952, section 2.3).
            let start = bytes.readBytes(length: 10), start.starts(with: [0x1F, 0x8B, 8, 0])
        else { return nil }
        var named = ByteBuffer()
        named.reserveCapacity(bytes.readableBytes + 11 + mostNoise)
        named.writeBytes(start)
        // FNAME: a text that ends with a zero.
        named.setInteger(UInt8(8), at: 3)
        named.writeRepeatingByte(UInt8(ascii: "a"), count: Int.random(in: 0...mostNoise))
        named.writeInteger(UInt8(0))
        named.writeBuffer(&bytes)
        return named
    }

    /// nil when it does not work out; then the plain bytes have to do.
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
