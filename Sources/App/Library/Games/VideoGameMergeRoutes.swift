import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct VideoGameMergeRoutes {
    private static let shownDuplicates = 9

    func add(to site: Site) {
        site.memberPost("/c/:club/library/games/:video_game/merge", on: "/library/games/:video_game/edit", merge)
    }

    func duplicates(of game: VideoGame, _ visit: MemberVisit) async throws -> VideoGameDuplicates {
        let words = visit.query("q").map { Form(["q": $0]).line("q").prefix(scalars: SearchPage.queryLimit) }
            .flatMap { $0.isEmpty ? nil : $0 }
        if words != nil { try visit.spend(.games) }
        let query = VideoGameQueries().search(words ?? game.name, VideoGameFilter(), to: visit.me, limit: Self.shownDuplicates)
        return VideoGameDuplicates(try await visit.read(query), words: words, of: game.id, in: visit.club)
    }

    private func merge(_ visit: MemberVisit) async throws -> Response {
        try visit.requireAdmin()
        let game = try await VideoGameRoutes().changeableGame(visit)
        guard let target = ID<VideoGame>(visit.form["into"]), target != game.id,
            try await visit.read(VideoGameQueries().game(target)) != nil
        else { throw Problem.malformed("Choose the game to merge this one into.") }
        try visit.spend(.game)
        let queries = VideoGameMergeQueries(source: game.id, target: target)
        let (_, _, _, _, _, _, _, _, removed) = try await visit.database.write(
            tenant: visit.club.id.rawValue, retrying: true, queries.lockGames, queries.copyEntries, queries.restoreNews,
            queries.copyShelves, queries.copyEvenings, queries.movePlayerRequests, queries.moveMessages, queries.saveRedirects,
            queries.deleteSource)
        // If nothing was removed, one of the two games was deleted in the meantime.
        guard removed == 1 else { throw Problem.notFound }
        let club = visit.club.id
        visit.services.announcer.announce(.playerRequests(club), .room(.videoGame(target), in: club))
        return visit.redirect(to: VideoGame.path(of: target, in: visit.club))
    }
}
