import Glibc
import NIOCore

/// Watches the bytes of a request's head for the end of its first line: the parser does not say where it stopped.
final class HeadMeter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var isInTarget = true
    /// Whether anything has come of the present head.
    private(set) var hasBegun = false

    func reset() {
        isInTarget = true
        hasBegun = false
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isInTarget {
            hasBegun = true
            isInTarget = unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
                bytes.baseAddress.map { memchr($0, 10, bytes.count) == nil } ?? true
            }
        }
        context.fireChannelRead(data)
    }
}
