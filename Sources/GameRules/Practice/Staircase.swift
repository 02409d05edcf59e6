/// A level that follows performance: up after three good games in a row, down after each bad one, which settles where 79.4 % are good
/// (Levitt 1971, "Transformed up-down methods in psychoacoustics"). Steps are of two levels until the direction first turns, then of one.
public struct Staircase: Sendable, Equatable {
    public enum Direction: String, Sendable {
        case up, down
    }

    /// What a game did to the level.
    public enum Outcome: Sendable, Equatable {
        case same, harder, easier
        /// It would go down, and has done so today: that is asked first.
        case askEasier
    }

    /// From 1.
    public private(set) var level: Int
    /// Good games since the level last changed, or a game was bad.
    public private(set) var run: Int
    /// Where it went last; nil: nowhere yet.
    public private(set) var direction: Direction?
    /// Whether the direction has turned.
    public private(set) var hasTurned: Bool

    public init(level: Int, run: Int = 0, direction: Direction? = nil, hasTurned: Bool = false) {
        (self.level, self.run, self.direction, self.hasTurned) = (level, run, direction, hasTurned)
    }

    private static let goodGames = 3

    /// Counts a game.
    /// - Parameter mayEase: whether it may go down without asking.
    public mutating func count(isGood: Bool, of levels: Int, mayEase: Bool) -> Outcome {
        guard isGood else {
            run = 0
            guard level > 1 else { return .same }
            return mayEase ? ease(of: levels) : .askEasier
        }
        run += 1
        guard run >= Self.goodGames else { return .same }
        run = 0
        guard level < levels else { return .same }
        move(.up, of: levels)
        return .harder
    }

    /// Goes down, as its player agrees to.
    @discardableResult
    public mutating func ease(of levels: Int) -> Outcome {
        run = 0
        guard level > 1 else { return .same }
        move(.down, of: levels)
        return .easier
    }

    private mutating func move(_ next: Direction, of levels: Int) {
        if let direction, direction != next { hasTurned = true }
        direction = next
        let step = hasTurned ? 1 : 2
        level = min(max(level + (next == .up ? step : -step), 1), levels)
    }
}
