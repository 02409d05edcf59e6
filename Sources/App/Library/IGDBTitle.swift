import IGDB

/// A game of IGDB as it is written down as a title: within the limits that titles have, whatever was answered.
struct IGDBTitle: Encodable, Sendable {
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

    /// nil: it has no name that can be seen.
    init?(_ game: IGDBGame) {
        let name = Self.line(game.name, longest: 200)
        guard !name.isEmpty, game.id > 0 else { return nil }
        (id, self.name, image) = (game.id, name, game.image)
        otherNames = Self.lines(game.alternativeNames, most: 30, longest: 200).filter { $0 != name }
        description = VisibleText.of(game.summary ?? "", besides: ["\n"]).prefix(scalars: 5000)
        released = game.released
        platforms = Self.lines(game.platforms, most: 50, longest: 100)
        genres = Self.lines(game.genres, most: 30, longest: 100)
        links = game.url.flatMap { $0.hasPrefix("https://www.igdb.com/games/") && $0.utf8.count <= 300 ? [$0] : nil } ?? []
        popularity = min(max(game.totalRatingCount ?? 0, 0), 1_000_000_000)
        (alone, together, against) = Self.modes(game)
    }

    /// What is not among a game's modes it has not, where any are known; how many may play is the most of any platform.
    private static func modes(_ game: IGDBGame) -> (alone: Bool?, together: Int?, against: Int?) {
        let names = Set((game.gameModes?.elements ?? []).map(\.name))
        guard !names.isEmpty else { return (nil, nil, nil) }
        func most(_ counts: [Int?]) -> Int? { counts.compactMap(\.self).filter { (2...1000).contains($0) }.max() }
        let modes = game.multiplayerModes?.elements ?? []
        let together = most(modes.flatMap { [$0.onlineCoopMost, $0.offlineCoopMost] })
        let against = most(modes.flatMap { [$0.onlineMost, $0.offlineMost] })
        let isAgainst = !names.isDisjoint(with: ["Multiplayer", "Battle Royale", "Massively Multiplayer Online (MMO)", "Split screen"])
        return (
            names.contains("Single player"), names.contains("Co-operative") ? together : together ?? 0, isAgainst ? against : against ?? 0
        )
    }

    private static func lines(_ named: BoundedList<IGDBGame.Named>?, most: Int, longest: Int) -> [String] {
        (named?.elements ?? []).map { Self.line($0.name, longest: longest) }.filter { !$0.isEmpty }.distinct(atMost: most, by: \.self)
    }

    private static func line(_ text: String, longest: Int) -> String {
        Form(["line": text]).line("line").prefix(scalars: longest)
    }
}
