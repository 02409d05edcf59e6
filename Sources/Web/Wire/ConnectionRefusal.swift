import NIOCore

/// Answers a client that no more connections are free, and that it should try again later.
final class ConnectionRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = IOData

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(Fault.crowded.answer)), promise: nil)
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        // The channel stays open for a second. If it closed at once, the unread request would reset the connection before the client could
        // read the response.
        context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
