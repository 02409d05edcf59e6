import CSV
import HTTPTypes
import Hummingbird
import NIOCore
import Postgres

/// A leaderboard as comma-separated values (RFC 4180): all that stand on it, a page of the database at a time.
struct LeaderboardFile: Sendable {
    let visit: MemberVisit
    let leaderboard: Leaderboard
    private static let rowsAtOnce = 500

    init(_ leaderboard: Leaderboard, for visit: MemberVisit) { (self.leaderboard, self.visit) = (leaderboard, visit) }

    var response: Response {
        let name = "\(visit.club.slug)-\(leaderboard.variant.rawValue)\(leaderboard.isOfAllTime ? "" : "-30-days").csv"
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8; header=present", .contentDisposition: "attachment; filename=\"\(name)\"",
                .cacheControl: "private, no-cache",
            ], body: .init { writer in try await write(to: &writer) })
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var file = CSVWriter(byteOrderMark: true)
        var bytes = file.record(["rank", "name", "handle", "rating", "deviation", "games", "wins", "draws", "losses", "points_percent"])
        var place: Leaderboard.Place?
        while true {
            let standings = try await visit.read(
                ScoreQueries().leaderboard(leaderboard, after: place, limit: Self.rowsAtOnce))
            let ranks = Leaderboard.ranks(of: standings.map(\.rating), after: place)
            for (standing, rank) in zip(standings, ranks) { file.append(Self.fields(standing, rank), to: &bytes) }
            try await writer.write(ByteBuffer(bytes: bytes))
            bytes = []
            guard standings.count == Self.rowsAtOnce, let last = standings.last, let rank = ranks.last else { break }
            place = Leaderboard.Place(
                rating: last.rating, member: last.person.id, count: (place?.count ?? 0) + standings.count, rank: rank)
        }
        try await writer.finish(nil)
    }

    private static func fields(_ standing: Standing, _ rank: Int) -> [CSVField] {
        [
            .number(rank), .text(standing.person.displayName), .text(standing.person.handle), .number(Leaderboard.shown(standing.rating)),
            .number(standing.spread), .number(standing.games), .number(standing.wins), .number(standing.draws), .number(standing.losses),
            .number(Standing.ratio(wins: standing.wins, draws: standing.draws, losses: standing.losses)),
        ]
    }
}
