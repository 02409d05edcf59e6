import IGDB

/// A game of IGDB with the values that are stored. All values are cut to the limits of the table `video_games`.
struct IGDBVideoGame: Encodable, Sendable {
    var id: Int
    var name: String
    var otherNames: [String]
    var description: String
    var released: String?
    var platforms: [String]
    var genres: [String]
    var alone: Bool?
    var together: Int?
    var against: Int?
    var links: [String]
    var popularity: Int
    var image: String?

    /// Nil if the game has no visible name, or no valid id.
    init?(_ game: IGDBGame) {
        let name = Self.line(game.name, maxLength: 200)
        guard !name.isEmpty, game.id > 0 else { return nil }
        (id, self.name, image) = (game.id, name, game.image)
        otherNames = Self.lines(game.alternativeNames, limit: 30, maxLength: 200).filter { $0 != name }
        description = VisibleText.of(game.summary ?? "", besides: ["\n"]).prefix(scalars: 5000)
        released = game.released
        platforms = Self.lines(game.platforms, limit: 50, maxLength: 100)
        genres = Self.lines(game.genres, limit: 30, maxLength: 100)
        links = game.url.flatMap { $0.hasPrefix("https://www.igdb.com/games/") && $0.utf8.count <= 300 ? [$0] : nil } ?? []
        popularity = min(max(game.totalRatingCount ?? 0, 0), 1_000_000_000)
        (alone, together, against) = Self.modes(game)
    }

    /// The ways to play the game. All three values are nil if IGDB lists no modes. Otherwise a mode that IGDB does not list is false or 0.
    /// A number of players is the largest one of all platforms.
    private static func modes(_ game: IGDBGame) -> (alone: Bool?, together: Int?, against: Int?) {
        let names = Set((game.gameModes?.elements ?? []).map(\.name))
        guard !names.isEmpty else { return (nil, nil, nil) }
        func largest(_ counts: [Int?]) -> Int? { counts.compactMap(\.self).filter { (2...1000).contains($0) }.max() }
        let modes = game.multiplayerModes?.elements ?? []
        let together = largest(modes.flatMap { [$0.onlineCoopMax, $0.offlineCoopMax] })
        let against = largest(modes.flatMap { [$0.onlineMax, $0.offlineMax] })
        let isAgainst = !names.isDisjoint(with: ["Multiplayer", "Battle Royale", "Massively Multiplayer Online (MMO)", "Split screen"])
        return (
            names.contains("Single player"), names.contains("Co-operative") ? together : together ?? 0, isAgainst ? against : against ?? 0
        )
    }

    private static func lines(_ named: BoundedList<IGDBGame.Named>?, limit: Int, maxLength: Int) -> [String] {
        (named?.elements ?? []).map { Self.line($0.name, maxLength: maxLength) }.filter { !$0.isEmpty }.distinct(atMost: limit, by: \.self)
    }

    private static func line(_ text: String, maxLength: Int) -> String {
        Form(["line": text]).line("line").prefix(scalars: maxLength)
    }
}
