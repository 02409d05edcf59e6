import CSV
import Calendar
import HTTPTypes
import Hummingbird
import NIOCore
import Postgres

/// All that one has ridden as comma-separated values (RFC 4180): a line for each ride of each day, read some at a time.
struct LapFile: Sendable {
    let visit: MemberVisit
    private let queries = LapLogQueries()
    private static let daysAtOnce = 1000

    init(_ visit: MemberVisit) { self.visit = visit }

    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8; header=present",
                .contentDisposition: "attachment; filename=\"\(visit.club.slug)-laps.csv\"", .cacheControl: "private, no-cache",
            ], body: .init { writer in try await write(to: &writer) })
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var file = CSVWriter(byteOrderMark: true)
        var bytes = file.record(["day", "park", "ride", "laps"].map { .text($0) })
        var last = (day: CalendarDate(year: 1, month: 1, day: 1), ride: ID<Ride>(0))
        while true {
            let days = try await visit.read(queries.days(of: visit.me, after: last.day, last.ride, limit: Self.daysAtOnce))
            for day in days {
                file.append([.text(day.day.description), .text(day.ride.parkName), .text(day.ride.name), .number(day.laps)], to: &bytes)
            }
            try await writer.write(ByteBuffer(bytes: bytes))
            bytes = []
            guard days.count == Self.daysAtOnce, let end = days.last else { return try await writer.finish(nil) }
            last = (end.day, end.ride.id)
        }
    }
}
