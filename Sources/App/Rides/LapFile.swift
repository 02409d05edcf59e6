import CSV
import Calendar
import Hummingbird
import NIOCore
import Postgres

/// All that one has ridden as comma-separated values (RFC 4180): a line for each ride of each day, then one without a day for each
/// ride that is known as ridden. It can be read in, see `LapTable`. Read some at a time.
struct LapFile: Sendable {
    let visit: MemberVisit
    private let queries = LapDataQueries()
    private static let linesAtOnce = 1000

    init(_ visit: MemberVisit) { self.visit = visit }

    var response: Response { .file("\(visit.club.slug)-laps.csv") { writer in try await write(to: &writer) } }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var file = CSVWriter(byteOrderMark: true)
        try await writer.write(ByteBuffer(bytes: file.record(["day", "park", "ride", "laps", "place"].map { .text($0) })))
        try await write(to: &writer, &file) { last in
            let day = last?.day ?? CalendarDate(year: 1, month: 1, day: 1)
            return queries.days(of: visit.me, after: day, last?.ride ?? ID(0), limit: Self.linesAtOnce)
        }
        try await write(to: &writer, &file) { last in
            queries.marks(of: visit.me, after: last?.ride ?? ID(0), limit: Self.linesAtOnce)
        }
    }

    /// Lines, as `query` gives those behind one; nil: the first.
    private func write(
        to writer: inout any ResponseBodyWriter, _ file: inout CSVWriter, _ query: (LapLine?) -> Query<[LapLine]>
    ) async throws {
        var last: LapLine?
        repeat {
            let lines = try await visit.read(query(last))
            var bytes: [UInt8] = []
            for line in lines { file.append(line.fields, to: &bytes) }
            try await writer.write(ByteBuffer(bytes: bytes))
            last = lines.count == Self.linesAtOnce ? lines.last : nil
        } while last != nil
    }
}

extension LapLine {
    fileprivate var fields: [CSVField] {
        [
            .text(day?.description ?? ""), .text(parkName), .text(rideName), laps.map { .number($0) } ?? "", .text(place),
        ]
    }
}
