import NIOCore

/// Tells when a client has hung up while it waits. Sits in every connection's pipeline.
final class PeerWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    private var onGone: (@Sendable () -> Void)?
    private var isGone = false

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { gone() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        gone()
        context.fireChannelInactive()
    }

    private func gone() {
        isGone = true
        onGone?()
    }

    /// Runs `work`, cancelling it when the other end of `channel` closes.
    static func untilGone<Value: Sendable>(_ channel: (any Channel)?, _ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await work() }
        set(on: channel) { task.cancel() }
        defer { set(on: channel, nil) }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private static func set(on channel: (any Channel)?, _ callback: (@Sendable () -> Void)?) {
        guard let channel else { return }
        channel.eventLoop.execute {
            let handler = try? channel.pipeline.syncOperations.handler(type: PeerWatch.self)
            handler?.onGone = callback
            if handler?.isGone == true || !channel.isActive { callback?() }
        }
    }
}
