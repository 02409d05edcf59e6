/// The strength of a player by Glicko-2: the rating, its uncertainty, and how much it changes. The defaults are those of a new player.
public struct Rating: Equatable, Sendable {
    public var rating: Double
    /// The standard deviation of `rating`.
    public var deviation: Double
    public var volatility: Double

    public init(rating: Double = 1500, deviation: Double = 350, volatility: Double = 0.06) {
        self.rating = rating
        self.deviation = deviation
        self.volatility = volatility
    }
}
