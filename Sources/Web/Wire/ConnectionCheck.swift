import Glibc
import NIOCore

extension Connection {
    /// Drops a client that is too slow or has nothing to say. Called by the loop, several times a second.
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
        case .head where now - readingSince > limits.patienceTime:
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

    /// Whether the client takes its answer more slowly than it may. The kernel's buffers would hide it: what counts is what the client
    /// has acknowledged.
    private func hasStalled(_ now: NIODeadline) -> Bool {
        guard taken != written, let context else { return false }
        taken = min(written, AcknowledgedBytes.of(context.channel) ?? written)
        unsent = taken == written ? 0 : buffered(in: context)
        if taken == written {
            delivery = nil
            // Whoever still takes an answer does not rest yet.
            if reading == .nothing { readingSince = now }
            if closingSince != nil { closingSince = now }
            return false
        }
        let present = delivery.flatMap { taken < $0.goal ? $0 : nil } ?? Delivery(since: now, from: taken, goal: written)
        delivery = present
        return now - present.since > limits.time(for: taken - present.from)
    }

    /// Drops a client for which too much is kept.
    func shed() {
        if let context { abort(.backlog, context) }
    }

    /// Closes at once, so that the kernel forgets what the client did not take.
    private func abort(_ drop: ConnectionCounters.Drop, _ context: ChannelHandlerContext) {
        loop.dropped(drop)
        if let socket = context.channel as? any SocketOptionProvider { _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)) }
        context.close(promise: nil)
    }
}

/// Bytes on their way to a client since a moment.
struct Delivery {
    var since: NIODeadline
    var from: Int
    var goal: Int
}
