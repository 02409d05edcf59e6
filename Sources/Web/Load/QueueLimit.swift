/// Decides how many requests may wait, in addition to those that are worked on.
///
/// The shortest length of the queue within an interval is a standing queue (as in controlled delay, RFC 8289, section 3.1): it makes every
/// request wait, and no more requests are served because of it. After each interval the limit falls by that length. It rises by half of
/// `atOnce` if the queue became empty although requests were refused. So a burst is accepted as far as it can be served before the next
/// one, and the queue stays short under a steady load.
struct QueueLimit {
    private let atOnce: Int
    private let interval: UInt64  // nanoseconds
    private(set) var room: Int
    private var begin: UInt64 = 0
    private var shortest = Int.max
    private var hasRefused = false

    private var least: Int { max(1, atOnce / 4) }
    private var most: Int { atOnce * 9 }

    /// - Parameters:
    ///   - atOnce: The number of requests worked on at the same time.
    ///   - interval: Nanoseconds.
    init(atOnce: Int, interval: UInt64) {
        (self.atOnce, self.interval) = (atOnce, interval)
        room = atOnce * 9
    }

    /// Returns whether one more request may enter while `waiting` requests wait. The caller must also ask when the queue has just become
    /// empty.
    mutating func admits(waiting: Int, at now: UInt64) -> Bool {
        if now >= begin + interval { adapt(now) }
        shortest = min(shortest, max(0, waiting))
        guard waiting >= room else { return true }
        hasRefused = true
        return false
    }

    private mutating func adapt(_ now: UInt64) {
        if now >= begin + 2 * interval || (shortest == 0 && !hasRefused) {
            // The server was not crowded.
            room = most
        } else if shortest > 0 {
            room = max(least, room - shortest)
        } else {
            room = min(most, room + atOnce / 2)
        }
        (begin, shortest, hasRefused) = (now, .max, false)
    }
}
