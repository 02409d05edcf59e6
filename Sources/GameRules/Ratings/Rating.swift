/// The strength of a player in the Glicko-2 system: the rating, its uncertainty (`deviation`), and how much the strength changes
/// (`volatility`). The default values are those of a new player.
public struct Rating: Equatable, Sendable {
    public var rating: Double
    /// The uncertainty of the rating, as a standard deviation.
    public var deviation: Double
    public var volatility: Double

    public init(rating: Double = 1500, deviation: Double = 350, volatility: Double = 0.06) {
        self.rating = rating
        self.deviation = deviation
        self.volatility = volatility
    }
}
