import Glibc
import NIOCore

extension Connection {
    /// Closes the connection if the client is too slow, or has sent nothing for too long. `ConnectionLoop` calls this several times a
    /// second.
    func check() {
        guard let context else { return }
        let now = loop.now
        if hasStalled(now) { return abort(.answer, context) }
        if let closingSince {
            if taken == written, isInputClosed || now - closingSince > .seconds(2) { context.close(promise: nil) }
            return
        }
        let isLate = reading == .body && isBodyLate(now)
        guard isReadPending else { return readingSince = now }
        switch reading {
        case .head where now - readingSince > limits.headTime:
            loop.dropped(.head)
            if meter.hasBegun { fail(.tooSlow) } else { finish() }
        case .body where isLate:
            loop.dropped(.body)
            refuseBody(.tooSlow)
        case .nothing where exchanges.isEmpty && taken == written && now - readingSince > limits.keepAliveTime:
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

    /// Returns whether the client reads its response too slowly. Only bytes that the client has acknowledged count, because bytes in the
    /// kernel's buffers may not have arrived.
    private func hasStalled(_ now: NIODeadline) -> Bool {
        guard taken != written, let context else { return false }
        taken = min(written, AcknowledgedBytes.of(context.channel) ?? written)
        unsent = taken == written ? 0 : buffered(in: context)
        if taken == written {
            delivery = nil
            // A client that still reads a response is not idle, so its idle time starts again.
            if reading == .nothing { readingSince = now }
            if closingSince != nil { closingSince = now }
            return false
        }
        let present = delivery.flatMap { taken < $0.goal ? $0 : nil } ?? Delivery(since: now, from: taken, goal: written)
        delivery = present
        return now - present.since > limits.time(for: taken - present.from)
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
