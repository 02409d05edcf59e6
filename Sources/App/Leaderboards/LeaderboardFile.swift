import CSV
import Hummingbird
import NIOCore
import Postgres

/// A leaderboard as comma-separated values (RFC 4180): all that stand on it, read some at a time.
struct LeaderboardFile<Ranking: Leaderboard>: Sendable {
    let visit: MemberVisit
    let board: Ranking
    private static var entriesAtOnce: Int { 500 }

    init(_ board: Ranking, for visit: MemberVisit) { (self.board, self.visit) = (board, visit) }

    var response: Response { .file(name) { writer in try await write(to: &writer) } }

    /// `pier-leaderboards-tic-chat-toe-variant-3x3-games-1.csv`, of letters, digits and hyphens.
    private var name: String {
        let words = "\(visit.club.slug)-\(Ranking.path)-\(board.query)".lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return words.joined(separator: "-") + ".csv"
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var file = CSVWriter(byteOrderMark: true)
        var bytes = file.record(["rank", "name"].map { .text($0) } + board.columns.map { .text($0.name) })
        var place: LeaderboardPlace?
        repeat {
            let found = try await visit.read(board.entries(after: place, limit: Self.entriesAtOnce + 1))
            let slice = LeaderboardSlice(found, after: place, size: Self.entriesAtOnce)
            for (entry, rank) in zip(slice.entries, slice.ranks) { file.append(fields(entry, rank), to: &bytes) }
            try await writer.write(ByteBuffer(bytes: bytes))
            (bytes, place) = ([], slice.end)
        } while place != nil
    }

    private func fields(_ entry: Ranking.Entry, _ rank: Int) -> [CSVField] {
        [.number(rank), .text(entry.name(in: visit.club).text)] + board.columns.map { $0.value(entry) }
    }
}
