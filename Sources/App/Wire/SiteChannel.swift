import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The pipeline of each connection.
struct SiteChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: HTTPChannelHandler.Responder
    let table: ConnectionTable

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if table.admit(channel) {
                let meter = HeadMeter()
                try pipeline.addHandlers([
                    meter, ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: parserLimits)),
                    Connection(loop: table.loop(channel.eventLoop), meter: meter), PeerWatch(),
                ])
            } else {
                try pipeline.addHandler(ConnectionRefusal())
            }
            return try NIOAsyncChannel(wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
            await handleHTTP(asyncChannel: value, logger: logger)
        }
    }

    private var parserLimits: NIOHTTPDecoderLimitConfiguration {
        var parser = NIOHTTPDecoderLimitConfiguration()
        parser.maxHeaderFieldSize = table.limits.field
        parser.maxHeaderListSize = table.limits.head
        parser.maxHeaderFieldCount = table.limits.fields
        return parser
    }
}

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
