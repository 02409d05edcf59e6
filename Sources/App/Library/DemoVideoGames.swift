import Calendar
import Postgres

/// Creates the catalogue of invented video games from `DemoVideoGamesText.swift`, and the lists of the demo club's members.
struct DemoVideoGames: Sendable {
    let scene: DemoScene

    /// For each member, by handle: the names of games, each with its list, rating, minutes and note.
    private static let lists: KeyValuePairs<String, [(String, LibraryEntry.State, Int?, Int?, String)]> = [
        "ana": [
            ("Deep Kitchen", .plays, 9, 1260, "Ben burns the soup every single time."),
            ("Saltmarsh", .finished, 10, 540, "I walked home along the water afterwards."),
            ("Chronicles of Vael II", .again, 8, 4200, ""), ("Harbourmaster", .plays, 8, 1980, ""),
            ("Pier Party", .finished, 7, 360, "Best with six."), ("Bird Hotel", .wants, nil, nil, ""),
            ("Moth Season", .wants, nil, nil, ""),
            ("Apex Harbour", .aside, 5, 120, "Too many corners."),
        ],
        "ben": [
            ("Deep Kitchen", .plays, 8, 1260, "It is never the soup’s fault."), ("Gale Force GT", .finished, 9, 2400, ""),
            ("Harbourmaster", .wants, nil, nil, ""), ("Pier Party", .plays, 8, 420, ""),
            ("Gull Simulator", .finished, 10, 780, "True to life."),
            ("We Have a Rope", .wants, nil, nil, ""), ("S.T.A.R. Patrol", .again, 7, 900, ""),
        ],
        "carmen": [
            ("Deep Kitchen", .wants, nil, nil, ""), ("Pier Party", .finished, 9, 300, "I won. Twice."),
            ("Tea Room", .plays, 8, 660, ""), ("Saltmarsh", .plays, nil, 150, ""),
            ("Captain Marzipan III: Crumbs of War", .finished, 6, 480, ""),
            ("Whose Hat Is It?", .wants, nil, nil, "Mine."),
        ],
    ]

    /// Creates the catalogue if there is none, and fills the lists.
    func show() async throws {
        let queries = VideoGameQueries()
        if try await !scene.services.database.read(tenant: 0, queries.hasSharedGames()) {
            try await scene.services.database.write(tenant: 0, queries.upsertShared(try JSON(encoding: Self.entries())))
        }
        var own = VideoGameForm(name: "Noughts in the Sand")
        own.facts.description = "The beach, two sticks, and the tide as the clock."
        (own.facts.genres, own.facts.modes.against) = (["Puzzle"], 2)
        try await scene.write(queries.add(own, isAnother: true, by: scene.ana))
        for (name, list) in Self.lists {
            guard let member = try await scene.services.members.member(name, in: scene.club) else { continue }
            // A new entry goes to the top of its list, so the entries are added in reverse order.
            for (game, state, rating, minutes, note) in list.reversed() {
                let named = queries.search(game, VideoGameFilter(), to: member, limit: 1)
                guard let found = try await scene.read(named).first else { continue }
                var form = LibraryForm(nil)
                form.state = state
                (form.record.rating, form.record.minutes, form.record.note) = (rating, minutes, note)
                try await scene.write(LibraryQueries().put(found.id, form, by: member))
            }
        }
        try await createShelf()
        try await createEvening()
    }

    /// Draws the covers. Throws `Refusal` if vips is not installed.
    func draw() async throws {
        let covers = CoverStore(scene.services)
        let games = try await scene.services.database.read(tenant: 0, CoverQueries().missing(from: Self.source, limit: 1000))
        for start in stride(from: 0, to: games.count, by: Self.drawnAtOnce) {
            let batch = games[start..<min(start + Self.drawnAtOnce, games.count)]
            try await covers.store(drawn: batch.map { ($0.id, DemoCover($0.name, genre: $0.genres.first ?? "").drawing) })
        }
    }

    private static let source = "Invented"
    private static let drawnAtOnce = 20

    private func createEvening() async throws {
        var found: [ID<VideoGame>] = []
        for name in ["Deep Kitchen", "Pier Party", "Tea Room"] {
            found += try await scene.read(VideoGameQueries().search(name, VideoGameFilter(), to: scene.ana, limit: 1)).map(\.id)
        }
        let today = try await scene.read(DayQueries().today(in: "UTC"))
        var form = EveningForm(with: ["ben", "carmen"], games: found, on: today.advanced(by: 1))
        form.note = "At mine. I am making soup."
        let queries = EveningQueries()
        let (planned, _, _) = try await scene.write(
            queries.add(form, in: "UTC", by: scene.ana), queries.invite(form, by: scene.ana), queries.propose(form, by: scene.ana))
        guard let evening = planned.id else { return }
        _ = try await scene.write(EveningNoticeQueries().notifyGuests(of: .evening, about: evening))
        for (name, votes) in [("ana", found.prefix(2)), ("ben", found.prefix(1)), ("carmen", found.suffix(2))] {
            guard let member = try await scene.services.members.member(name, in: scene.club) else { continue }
            try await scene.write(queries.vote(for: Array(votes), on: evening, by: member))
        }
        guard let ben = try await scene.services.members.member("ben", in: scene.club), let game = found.first else { return }
        try await scene.write(queries.answer(.yes, to: evening, by: ben))
        var name = PlatformNameForm()
        (name.platform, name.name, name.audience) = ("PC", "BenTheSoup", .club)
        try await scene.write(PlayerQueries().add(name, by: ben))
        name.name = "SaltWaterAna"
        try await scene.write(PlayerQueries().add(name, by: scene.ana))
        let request = try PlayerRequestForm(Form(["minutes": "240", "note": "On PC, with voice. One more and we start."]))
        try await scene.write(PlayerRequestQueries().save(request, for: game, by: ben))
    }

    private func createShelf() async throws {
        var form = ShelfForm()
        form.name = "By the sea"
        guard let shelf = try await scene.write(ShelfQueries().add(form, by: scene.ana)) else { return }
        for name in ["Saltmarsh", "Harbourmaster", "Pier Party"] {
            let named = VideoGameQueries().search(name, VideoGameFilter(), to: scene.ana, limit: 1)
            guard let found = try await scene.read(named).first else { continue }
            _ = try await scene.write(ShelfQueries().put(found.id, on: [shelf], by: scene.ana))
        }
    }

    private static func entries() -> [CatalogueVideoGame] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.enumerated().map { place, line in
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            func list(_ text: String) -> [String] { text.isEmpty ? [] : text.split(separator: "; ").map(String.init) }
            var facts = VideoGameFacts()
            (facts.released, facts.platforms, facts.genres) = (fields[1], list(fields[2]), list(fields[3]))
            facts.modes = PlayModes(isAlone: fields[4] == "1", together: Int(fields[5]), against: Int(fields[6]))
            (facts.minutes, facts.description, facts.source) = (Int(fields[7]), fields[8], source)
            return CatalogueVideoGame(name: fields[0], facts: facts, popularity: lines.count - place)
        }
    }
}
