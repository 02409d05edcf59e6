import CSV
import Calendar
import Hummingbird
import NIOCore
import Postgres

/// Writes the member's laps as a CSV file (RFC 4180), which `LapImport` can read. The file has a line for each ride and day. At the end, it
/// has a line without a day for each ride that is only marked as ridden. The laps are read in batches, so that a large file does not fill
/// the memory.
struct LapExport: Sendable {
    let visit: MemberVisit
    private let queries = LapDataQueries()
    private static let linesPerQuery = 1000

    init(_ visit: MemberVisit) { self.visit = visit }

    var response: Response { .file("\(visit.club.slug)-laps.csv") { writer in try await write(to: &writer) } }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var file = CSVWriter(byteOrderMark: true)
        try await writer.write(ByteBuffer(bytes: file.record(["day", "park", "ride", "laps", "place"].map { .text($0) })))
        try await write(to: &writer, &file) { last in
            let day = last?.day ?? CalendarDate(year: 1, month: 1, day: 1)
            return queries.days(of: visit.me, after: day, last?.ride ?? ID(0), limit: Self.linesPerQuery)
        }
        try await write(to: &writer, &file) { last in
            queries.markedRides(of: visit.me, after: last?.ride ?? ID(0), limit: Self.linesPerQuery)
        }
    }

    /// Writes all lines of a query in batches. The argument of `query` is the last line that was written, or nil for the first batch.
    private func write(
        to writer: inout any ResponseBodyWriter, _ file: inout CSVWriter, _ query: (LapExportRow?) -> Query<[LapExportRow]>
    ) async throws {
        var last: LapExportRow?
        repeat {
            let lines = try await visit.read(query(last))
            var bytes: [UInt8] = []
            for line in lines { file.append(line.fields, to: &bytes) }
            try await writer.write(ByteBuffer(bytes: bytes))
            last = lines.count == Self.linesPerQuery ? lines.last : nil
        } while last != nil
    }
}

extension LapExportRow {
    fileprivate var fields: [CSVField] {
        [
            .text(day?.description ?? ""), .text(parkName), .text(rideName), laps.map { .number($0) } ?? "", .text(place),
        ]
    }
}
