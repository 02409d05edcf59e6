/// A level that follows the player's results: it goes up after three good games in a row, and down after each bad game. This leads to the
/// level where 79.4 % of games are good (Levitt 1971, "Transformed up-down methods in psychoacoustics"). Each step is two levels until the
/// direction changes for the first time. After that, each step is one level.
public struct Staircase: Sendable, Equatable {
    public enum Direction: String, Sendable {
        case up, down
    }

    /// The effect of a game on the next level.
    public enum Outcome: Sendable, Equatable {
        case same, harder, easier
        /// The level should go down, but it has already gone down today. The player is asked first.
        case askEasier
    }

    /// The number of the current level, counted from 1.
    public private(set) var level: Int
    /// The number of good games in a row since the level changed.
    public private(set) var run: Int
    /// The direction of the last change of the level. Nil if the level has not changed yet.
    public private(set) var direction: Direction?
    /// Whether the level has gone both up and down.
    public private(set) var hasTurned: Bool

    public init(level: Int, run: Int = 0, direction: Direction? = nil, hasTurned: Bool = false) {
        (self.level, self.run, self.direction, self.hasTurned) = (level, run, direction, hasTurned)
    }

    private static let goodGames = 3

    /// Counts the result of a game, and changes the level if the rule says so.
    /// - Parameter mayEase: Whether the level may go down without asking the player.
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

    /// Makes the game easier by one step. Call this after the player has agreed.
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
