import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct VideoGameMergeRoutes {
    private static let shownDuplicates = 9

    func add(to site: Site) {
        site.adminPost("/c/:club/library/games/:video_game/merge", on: "/library/games/:video_game/edit", merge)
    }

    func duplicates(of game: VideoGame, _ visit: MemberVisit) async throws -> VideoGameDuplicates {
        let words = visit.query("q").map { Form(["q": $0]).line("q").prefix(scalars: SearchPage.queryLimit) }
            .flatMap { $0.isEmpty ? nil : $0 }
        if words != nil { try visit.spend(.games) }
        let query = VideoGameQueries().search(words ?? game.name, VideoGameFilter(), to: visit.me, limit: Self.shownDuplicates)
        return VideoGameDuplicates(try await visit.read(query), words: words, of: game.id, in: visit.club)
    }

    private func merge(_ visit: MemberVisit) async throws -> Response {
        let queries = VideoGameQueries()
        guard let game = try await visit.read(queries.game(visit.identifier("video_game"))), game.isOwn else { throw Problem.notFound }
        guard let target = ID<VideoGame>(visit.form["into"]), target != game.id,
            try await visit.read(queries.game(target)) != nil
        else { throw Problem.malformed("Choose the game to merge this one into.") }
        try visit.spend(.game)
        let steps = VideoGameMergeQueries(source: game.id, target: target)
        let (_, _, _, _, _, _, _, _, removed) = try await visit.database.write(
            tenant: visit.club.id.rawValue, retryingConflicts: true, steps.lockGames, steps.copyEntries, steps.restoreNews,
            steps.copyShelves, steps.copyEvenings, steps.movePlayerRequests, steps.moveMessages, steps.saveRedirects,
            steps.deleteSource)
        // If nothing was removed, one of the two games was deleted in the meantime.
        guard removed == 1 else { throw Problem.notFound }
        let club = visit.club.id
        visit.services.announcer.announce(.playerRequests(club), .room(.videoGame(target), in: club))
        return visit.redirect(to: VideoGame.path(of: target, in: visit.club))
    }
}
