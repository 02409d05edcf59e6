import NIOCore

/// Tells a client for whom there is no place to come back later.
final class ConnectionRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = IOData

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(Fault.crowded.answer)), promise: nil)
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        // Closed at once, its own request would reset the connection before the answer is read.
        context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
