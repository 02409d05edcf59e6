import CSV
import Hummingbird
import NIOCore
import Postgres

/// A file with all finished games, the newest first, as comma-separated values (RFC 4180). The games are read in batches, so that the
/// server needs little memory.
struct PracticeExport: Sendable {
    let visit: MemberVisit
    private let queries = PracticeQueries()
    private static let batchSize = 1000
    private static let heading = [
        "finished_at", "game", "level", "won", "good", "points", "guesses_or_moves", "fewest", "hints",
        "left_taps", "left_seconds", "left_missed", "right_taps", "right_seconds", "right_missed",
    ]

    init(_ visit: MemberVisit) { self.visit = visit }

    var response: Response { .file("\(visit.club.slug)-practice.csv") { writer in try await write(to: &writer) } }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var (file, cursor) = (CSVWriter(byteOrderMark: true), Cursor<PracticeResult>())
        try await writer.write(ByteBuffer(bytes: file.record(Self.heading.map { .text($0) })))
        while true {
            let results = try await visit.read(queries.results(of: visit.me, at: cursor, limit: Self.batchSize))
            var bytes: [UInt8] = []
            for result in results { file.append(result.fields, to: &bytes) }
            try await writer.write(ByteBuffer(bytes: bytes))
            guard results.count == Self.batchSize, let last = results.last else { break }
            cursor = try Cursor(before: "\(last.id)", after: nil)
        }
    }
}

extension PracticeResult {
    fileprivate var fields: [CSVField] {
        var fields: [CSVField] = [.text(Moment(finishedAt).iso), .text(game.title), Self.field(level)]
        fields += [.text(isWon ? "yes" : "no"), .text(isGood ? "yes" : "no"), .number(points), .number(steps)]
        fields += [Self.field(least), .number(hints)]
        for side in [taps.left, taps.right] {
            fields += side.taps == 0 ? ["", "", ""] : [.number(side.taps), .number(side.pace), .number(side.missed)]
        }
        return fields
    }

    private static func field(_ number: Int?) -> CSVField {
        guard let number else { return "" }
        return .number(number)
    }
}
