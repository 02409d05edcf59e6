import CSV
import Hummingbird
import NIOCore
import Postgres

/// Writes a whole leaderboard as a CSV file (RFC 4180). The entries are read in batches.
struct LeaderboardExport<Kind: Leaderboard>: Sendable {
    let visit: MemberVisit
    let board: Kind
    private static var batchSize: Int { 500 }

    init(_ board: Kind, for visit: MemberVisit) { (self.board, self.visit) = (board, visit) }

    var response: Response { .file(fileName) { writer in try await write(to: &writer) } }

    private var fileName: String {
        let words = "\(visit.club.slug)-\(Kind.path)-\(board.query)".lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return words.joined(separator: "-") + ".csv"
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var file = CSVWriter(byteOrderMark: true)
        var bytes = file.record(["rank", "name"].map { .text($0) } + board.columns.map { .text($0.name) })
        var place: LeaderboardCursor?
        repeat {
            let found = try await visit.read(board.entries(after: place, limit: Self.batchSize + 1))
            let slice = LeaderboardSlice(found, after: place, size: Self.batchSize)
            for (entry, rank) in zip(slice.entries, slice.ranks) { file.append(fields(entry, rank), to: &bytes) }
            try await writer.write(ByteBuffer(bytes: bytes))
            (bytes, place) = ([], slice.end)
        } while place != nil
    }

    private func fields(_ entry: Kind.Entry, _ rank: Int) -> [CSVField] {
        [.number(rank), .text(entry.name(in: visit.club).text)] + board.columns.map { $0.value(entry) }
    }
}
