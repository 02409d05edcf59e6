import CSV
import Hummingbird
import NIOCore
import Postgres

/// All that a member has on their lists, as comma-separated values (RFC 4180). Read some at a time.
struct LibraryFile: Sendable {
    let visit: MemberVisit
    private let queries = LibraryQueries()
    private static let linesAtOnce = 1000
    private static let heading = [
        "name", "list", "rating", "hours", "platform", "started", "finished", "note", "released", "platforms", "added_at",
    ]

    init(_ visit: MemberVisit) { self.visit = visit }

    var response: Response { .file("\(visit.club.slug)-games.csv") { writer in try await write(to: &writer) } }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var (file, last) = (CSVWriter(byteOrderMark: true), ID<Title>(0))
        try await writer.write(ByteBuffer(bytes: file.record(Self.heading.map { .text($0) })))
        while true {
            let titles = try await visit.read(queries.listed(of: visit.me, after: last, limit: Self.linesAtOnce))
            var bytes: [UInt8] = []
            for title in titles { file.append(title.fields, to: &bytes) }
            try await writer.write(ByteBuffer(bytes: bytes))
            guard titles.count == Self.linesAtOnce, let end = titles.last else { break }
            last = end.entry.title
        }
    }
}

extension ListedTitle {
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
