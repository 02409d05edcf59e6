import DequeModule
import NIOCore

/// Checks whether bytes arrive fast enough. It looks only at the last `window` of time, so a fast start does not make up for a slow end.
/// Time in which the server requested no bytes does not count.
public struct MinimumRate: Sendable {
    private struct Mark {
        var asked: Int64
        var bytes: Int
    }

    private let window: Int64
    private let bytesPerSecond: Int
    /// The number of nanoseconds in which bytes were requested.
    private var asked: Int64 = 0
    private var lookedAt: NIODeadline
    private var marks: Deque<Mark> = [Mark(asked: 0, bytes: 0)]
    private static let marksInWindow: Int64 = 30

    /// Starts to measure. Bytes were first requested at the time `since`.
    public init(window: TimeAmount, bytesPerSecond: Int, since: NIODeadline) {
        (self.window, self.bytesPerSecond, lookedAt) = (window.nanoseconds, bytesPerSecond, since)
    }

    /// Returns whether the rate was too low over the whole window. Call this several times in each window.
    /// - Parameters:
    ///   - bytes: The total number of bytes that have arrived so far.
    ///   - isAsking: Whether the server requests more bytes now.
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
