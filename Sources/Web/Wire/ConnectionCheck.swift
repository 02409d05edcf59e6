import Glibc
import NIOCore

extension Connection {
    /// Closes the connection if the client is too slow, or has sent nothing for too long. `ConnectionLoop` calls this several times a
    /// second.
    func check() {
        guard let context else { return }
        let now = loop.now
        if updateDelivery(now) == .stalled { return abort(.answer, context) }
        if let closingSince {
            if acknowledged == written, isInputClosed || now - closingSince > .seconds(2) { context.close(promise: nil) }
            return
        }
        // This also counts the time, so it runs even if nothing is awaited.
        let isLate = reading == .body && isBodyLate(now)
        guard isReadPending else { return readingSince = now }
        switch reading {
        case .head where now - readingSince > limits.headTime:
            loop.dropped(.head)
            if meter.hasBegun { fail(.tooSlow) } else { finish() }
        case .body where isLate:
            loop.dropped(.body)
            refuseBody(.tooSlow)
        case .nothing where exchanges.isEmpty && acknowledged == written && now - readingSince > limits.keepAliveTime:
            loop.dropped(.idle)
            finish()
        default: break
        }
    }

    private func isBodyLate(_ now: NIODeadline) -> Bool {
        guard bodyLimit == limits.upload else { return now - readingSince > limits.time(for: bodyBytes) }
        var present = pace ?? MinimumRate(window: limits.uploadWindowTime, bytesPerSecond: limits.uploadBytesPerSecond, since: readingSince)
        defer { pace = present }
        return present.isTooSlow(bodyBytes, at: now, isAsking: isReadPending)
    }

    private enum Progress { case sufficient, stalled }

    /// Reads how many bytes the client has acknowledged. Returns whether the client reads its response fast enough. Bytes in the kernel's
    /// buffers do not count, because they may not have arrived.
    private func updateDelivery(_ now: NIODeadline) -> Progress {
        guard acknowledged != written, let context else { return .sufficient }
        acknowledged = min(written, AcknowledgedBytes.of(context.channel) ?? written)
        unsent = acknowledged == written ? 0 : buffered(in: context)
        if acknowledged == written {
            delivery = nil
            // A client that still reads a response is not idle, so its idle time starts again.
            if reading == .nothing { readingSince = now }
            if closingSince != nil { closingSince = now }
            return .sufficient
        }
        let present = delivery.flatMap { acknowledged < $0.goal ? $0 : nil } ?? Delivery(since: now, from: acknowledged, goal: written)
        delivery = present
        // The client has time for the bytes that it has acknowledged since then.
        return now - present.since > limits.time(for: acknowledged - present.from) ? .stalled : .sufficient
    }

    func shed() {
        if let context { abort(.backlog, context) }
    }

    /// Closes the connection at once. The kernel discards the bytes that the client has not read.
    private func abort(_ drop: ConnectionCounters.Drop, _ context: ChannelHandlerContext) {
        loop.dropped(drop)
        if let socket = context.channel as? any SocketOptionProvider { _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)) }
        context.close(promise: nil)
    }
}

/// Bytes that the client has to acknowledge in time. The server began to wait for them at the time `since`, when the client had
/// acknowledged `from` bytes of the connection. They are all acknowledged when the client has acknowledged `goal` bytes.
struct Delivery {
    var since: NIODeadline
    var from: Int
    var goal: Int
}
