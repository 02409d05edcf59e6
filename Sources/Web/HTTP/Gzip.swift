import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Compresses ahead of time, by way of the one compressor among our packages: a handler for a channel, given one answer of its own.
enum Gzip {
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
