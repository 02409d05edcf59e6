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
            unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
                // Empty lines before a request are no part of it (RFC 9112, section 2.2).
                let head = hasBegun ? bytes[...] : bytes.drop { $0 == 10 || $0 == 13 }
                if head.isEmpty { return }
                hasBegun = true
                isInTarget = !head.contains(10)
            }
        }
        context.fireChannelRead(data)
    }
}
