/// How many requests may wait beside those that are worked on.
///
/// The shortest length that the queue had in an interval is a standing queue (as in controlled delay, RFC 8289, section 3.1): it makes
/// everybody wait and serves nobody more. The limit falls by that length after each interval, and rises by half of what is worked on at once
/// when the queue has run empty although requests were refused. A burst is thus taken as far as it can be served before the next one, and
/// under a steady load the queue stays short.
struct QueueLimit {
    private let atOnce: Int
    /// Nanoseconds.
    private let interval: UInt64
    /// How many may wait now.
    private(set) var room: Int
    private var begin: UInt64 = 0
    /// The shortest line of this interval.
    private var shortest = Int.max
    private var hasRefused = false

    private var least: Int { max(1, atOnce / 4) }
    private var most: Int { atOnce * 9 }

    /// - Parameters:
    ///   - atOnce: how many are worked on at once.
    ///   - interval: in nanoseconds.
    init(atOnce: Int, interval: UInt64) {
        (self.atOnce, self.interval) = (atOnce, interval)
        room = atOnce * 9
    }

    /// Whether one more may come in while so many wait. Has to be asked whenever nobody waits who did before, too.
    mutating func admits(waiting: Int, at now: UInt64) -> Bool {
        if now >= begin + interval { adapt(now) }
        shortest = min(shortest, max(0, waiting))
        guard waiting >= room else { return true }
        hasRefused = true
        return false
    }

    private mutating func adapt(_ now: UInt64) {
        if now >= begin + 2 * interval || (shortest == 0 && !hasRefused) {
            // There was no crowd.
            room = most
        } else if shortest > 0 {
            room = max(least, room - shortest)
        } else {
            room = min(most, room + atOnce / 2)
        }
        (begin, shortest, hasRefused) = (now, .max, false)
    }
}
