import DequeModule
import NIOCore

/// Whether bytes come fast enough, over a window that moves along: a quick beginning buys no crawling afterwards. Time in which nobody
/// asked for more does not count.
public struct MinimumRate: Sendable {
    private struct Mark {
        var asked: Int64
        var bytes: Int
    }

    private let window: Int64
    private let bytesPerSecond: Int
    /// Nanoseconds that bytes were asked for.
    private var asked: Int64 = 0
    private var lookedAt: NIODeadline
    private var marks: Deque<Mark> = [Mark(asked: 0, bytes: 0)]
    private static let marksInWindow: Int64 = 30

    /// `since`: when the bytes were first asked for.
    public init(window: TimeAmount, bytesPerSecond: Int, since: NIODeadline) {
        (self.window, self.bytesPerSecond, lookedAt) = (window.nanoseconds, bytesPerSecond, since)
    }

    /// To be asked several times in each window.
    /// - Parameters:
    ///   - bytes: that have come so far.
    ///   - isAsking: whether more is asked for at present.
    public mutating func isTooSlow(_ bytes: Int, at now: NIODeadline, isAsking: Bool) -> Bool {
        defer { lookedAt = now }
        guard isAsking else { return false }
        asked += (now - lookedAt).nanoseconds
        if let last = marks.last, asked - last.asked >= window / Self.marksInWindow { marks.append(Mark(asked: asked, bytes: bytes)) }
        while marks.count > 1, asked - marks[1].asked >= window { marks.removeFirst() }
        guard let first = marks.first, asked - first.asked >= window else { return false }
        return Double(bytes - first.bytes) * 1e9 < Double(bytesPerSecond) * Double(asked - first.asked)
    }
}
