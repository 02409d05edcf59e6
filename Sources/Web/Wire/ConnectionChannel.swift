import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Sets up the channel pipeline of each connection.
public struct ConnectionChannel: ServerChildChannel {
    let table: ConnectionTable
    /// The maximum number of bytes that are read at once. The parser puts all parts of them into memory before any other limit can apply.
    private static let mostAtOnce = 16 * 1024

    /// Creates connections that are counted in `table`.
    public init(table: ConnectionTable) { self.table = table }

    /// An open connection.
    public struct Value: ServerChildChannelValue { public let channel: any Channel }

    public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if table.admit(channel) {
                // The connection requests input itself, when it has room for it.
                try channel.syncOptions?.setOption(.autoRead, value: false)
                try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
                try channel.syncOptions?.setOption(
                    .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2048, maximum: Self.mostAtOnce))
                let writable = table.limits.writable
                try channel.syncOptions?.setOption(
                    .writeBufferWaterMark,
                    value: ChannelOptions.Types.WriteBufferWaterMark(low: writable.lowerBound, high: writable.upperBound))
                let meter = HeadMeter()
                try pipeline.addHandlers([
                    meter, ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: parserLimits)),
                    Connection(loop: table.loop(channel.eventLoop), meter: meter),
                ])
            } else {
                try pipeline.addHandler(ConnectionRefusal())
            }
            return Value(channel: channel)
        }
    }

    /// Waits until the connection is closed, so that the server does not stop before.
    public func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            try? await value.channel.closeFuture.get()
        } onCancel: {
            value.channel.close(promise: nil)
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
