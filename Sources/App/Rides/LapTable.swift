import CSV
import Calendar
import FoundationEssentials
import Postgres

/// What one has ridden as it stands in a file: a row for each ride of each day, or for a ride of which only that is known.
struct LapTable: Sendable {
    /// What is wrong, each with where it stands: "Line 7: …".
    private(set) var problems: [String] = []
    private(set) var problemCount = 0
    private(set) var rows: [LapRow] = []
    private var places: [String: Int] = [:]

    private static let most = 50_000
    private static let shownProblems = 50

    /// A row of the file, whose ride is to be found by its name.
    struct LapRow: Codable, Sendable {
        var line: Int
        var park: String
        /// The park's, where several have its name.
        var place: String?
        var ride: String
        /// nil: only that one has ridden it.
        var day: String?
        var laps: Int
    }

    /// Reads bytes, as `chunks` gives them; nil: that was all.
    mutating func read(_ chunks: () throws -> [UInt8]?) throws {
        var table = CSVTable(required: ["park", "ride"], optional: ["day", "laps", "place"])
        do {
            while let chunk = try chunks() { try table.read(chunk) { row in try take(row) } }
            try table.finish { row in try take(row) }
        } catch let error as CSVError {
            note(error.sentence)
        }
    }

    private mutating func take(_ row: Result<CSVRow, CSVError>) throws {
        switch row {
        case .failure(let error): note(error.sentence)
        case .success(let row) where row.isBlank: break
        case .success(let row): try add(row)
        }
    }

    private mutating func add(_ row: CSVRow) throws {
        guard rows.count < Self.most else { throw Refusal(.contentTooLarge, "Those are more than \(Self.most) lines.") }
        func text(_ column: String) -> String { CSVFormula.unguarded(row[column] ?? "").split(separator: " ").joined(separator: " ") }
        let (park, ride, day, laps) = (text("park"), text("ride"), text("day"), text("laps"))
        let (at, known) = ("Line \(row.line)", problemCount)
        if park.isEmpty { note("\(at), park: Write the park’s name.") }
        if ride.isEmpty { note("\(at), ride: Write the ride’s name.") }
        if !day.isEmpty, CalendarDate(day) == nil { note("\(at), day: Write it as 2026-05-26, or leave it empty.") }
        let count = laps.isEmpty ? 1 : Int(laps) ?? -1
        if !(0...999).contains(count) { note("\(at), laps: Write a number from 0 to 999.") }
        if let first = places.updateValue(row.line, forKey: "\(park)\n\(text("place"))\n\(ride)\n\(day)") {
            note("\(at): That ride stood there with that day before, in line \(first).")
        }
        guard problemCount == known else { return }
        let place = text("place")
        rows.append(
            LapRow(
                line: row.line, park: park, place: place.isEmpty ? nil : place, ride: ride, day: day.isEmpty ? nil : day, laps: count))
    }

    mutating func note(_ problem: String) {
        problemCount += 1
        if problems.count < Self.shownProblems { problems.append(problem) }
    }

    // MARK: What is to be written

    private static let rowsAtOnce = 2000

    /// As statements take them.
    func batches() throws -> [JSON] {
        try stride(from: 0, to: rows.count, by: Self.rowsAtOnce).map { start in
            try JSON(encoding: Array(rows[start..<min(start + Self.rowsAtOnce, rows.count)]))
        }
    }
}
