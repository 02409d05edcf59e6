import CSV
import Hummingbird
import NIOCore
import Postgres

/// Writes all lists of a member as comma-separated values (RFC 4180), in batches.
struct LibraryExport: Sendable {
    let visit: MemberVisit
    private let queries = LibraryQueries()
    private static let batchSize = 1000
    private static let heading = [
        "name", "list", "rating", "hours", "platform", "started", "finished", "note", "released", "platforms", "added_at",
    ]

    init(_ visit: MemberVisit) { self.visit = visit }

    var response: Response { .file("\(visit.club.slug)-games.csv") { writer in try await write(to: &writer) } }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var (file, last) = (CSVWriter(byteOrderMark: true), ID<VideoGame>(0))
        try await writer.write(ByteBuffer(bytes: file.record(Self.heading.map { .text($0) })))
        while true {
            let games = try await visit.read(queries.allGames(of: visit.me, after: last, limit: Self.batchSize))
            var bytes: [UInt8] = []
            for game in games { file.append(game.fields, to: &bytes) }
            try await writer.write(ByteBuffer(bytes: bytes))
            guard games.count == Self.batchSize, let end = games.last else { break }
            last = end.entry.game
        }
    }
}

extension ListedVideoGame {
    fileprivate var fields: [CSVField] {
        let record = entry.record
        return [
            .text(name), .text(entry.state.rawValue), record.rating.map { .number($0) } ?? "",
            .text(record.minutes.map(LibraryForm.hours) ?? ""), .text(record.platform), .text(record.started?.description ?? ""),
            .text(record.finished?.description ?? ""), .text(record.note), .text(released ?? ""),
            .text(platforms.joined(separator: "; ")), .text(Moment(entry.addedAt).iso),
        ]
    }
}
