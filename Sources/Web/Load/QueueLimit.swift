/// Decides how many requests may wait, in addition to the requests that are worked on.
///
/// The limit adapts after each interval (as in controlled delay, RFC 8289, section 3.1). The shortest length of the queue within the
/// interval is called the standing queue. A standing queue makes every request wait, but does not increase the number of requests that are
/// served. So the limit falls by the length of the standing queue. If there was no standing queue although requests were refused, the limit
/// rises by half of `atOnce`. As a result, a burst is accepted if it can be served before the next burst, and the queue stays short under a
/// steady load.
struct QueueLimit {
    private let atOnce: Int
    private let interval: UInt64  // nanoseconds
    private(set) var room: Int
    private var begin: UInt64 = 0
    private var shortest = Int.max
    private var hasRefused = false

    private var least: Int { max(1, atOnce / 4) }
    private var most: Int { atOnce * 9 }

    /// Creates a limit that begins at its maximum.
    /// - Parameters:
    ///   - atOnce: The number of requests that are worked on at the same time.
    ///   - interval: The length of an interval in nanoseconds.
    init(atOnce: Int, interval: UInt64) {
        (self.atOnce, self.interval) = (atOnce, interval)
        room = atOnce * 9
    }

    /// Returns whether one more request may enter while `waiting` requests wait. Callers must also ask at the moment when the queue has
    /// become empty, so that the limit can rise.
    mutating func admits(waiting: Int, at now: UInt64) -> Bool {
        if now >= begin + interval { adapt(now) }
        shortest = min(shortest, max(0, waiting))
        guard waiting >= room else { return true }
        hasRefused = true
        return false
    }

    private mutating func adapt(_ now: UInt64) {
        if now >= begin + 2 * interval || (shortest == 0 && !hasRefused) {
            // There is no reason for a limit below the maximum: the queue became empty and no request was refused, or no request came for a
            // whole interval.
            room = most
        } else if shortest > 0 {
            room = max(least, room - shortest)
        } else {
            room = min(most, room + atOnce / 2)
        }
        (begin, shortest, hasRefused) = (now, .max, false)
    }
}
