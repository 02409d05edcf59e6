import CSV
import Calendar
import FoundationEssentials
import Postgres

/// What one has ridden as it stands in a file: a row for each ride of each day, or for a ride of which only that is known.
struct LapTable: Sendable {
    private(set) var problems = FileProblems()
    private(set) var rows: [LapRow] = []
    /// Where each ride of each day stood first.
    private var lines: [String: Int] = [:]
    /// Lines so far, those that are wrong or blank too: each costs as much.
    private var lineCount = 0

    private static let (most, longestName) = (50_000, 100)

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

        var parkKey: ParkKey { ParkKey(name: park, place: place) }
        var rideKey: RideKey { RideKey(park: park, place: place, ride: ride) }
    }

    /// Reads bytes, as `chunks` gives them; nil: that was all.
    mutating func read(_ chunks: () throws -> [UInt8]?) throws {
        var table = CSVTable(required: ["park", "ride"], optional: ["day", "laps", "place"], refusesOthers: true)
        do {
            while let chunk = try chunks() { try table.read(chunk) { row in try take(row) } }
            try table.finish { row in try take(row) }
        } catch let error as CSVError {
            problems.note(error.sentence, at: error.line)
        }
    }

    private mutating func take(_ row: Result<CSVRow, CSVError>) throws {
        lineCount += 1
        guard lineCount <= Self.most else { throw Refusal(.contentTooLarge, "Those are more than \(Self.most) lines.") }
        switch row {
        case .failure(let error): problems.note(error.sentence, at: error.line)
        case .success(let row) where row.isBlank: break
        case .success(let row): try add(row)
        }
    }

    private mutating func add(_ row: CSVRow) throws {
        func text(_ column: String) -> String { Form([column: CSVFormula.unguarded(row[column] ?? "")]).line(column) }
        let (park, place, ride, day, laps) = (text("park"), text("place"), text("ride"), text("day"), text("laps"))
        var wrong: [String] = []
        if park.isEmpty { wrong.append("park: Write the park’s name.") }
        if ride.isEmpty { wrong.append("ride: Write the ride’s name.") }
        for (column, name) in [("park", park), ("place", place), ("ride", ride)] where name.utf16.count > Self.longestName {
            wrong.append("\(column): Use at most \(Self.longestName) characters.")
        }
        if !day.isEmpty, CalendarDate(day) == nil { wrong.append("day: Write it as 2026-05-26, or leave it empty.") }
        if wrong.isEmpty, stoodBefore("\(park)\n\(place)\n\(ride)\n\(day)", row.line) { return }
        let count = laps.isEmpty ? 1 : Int(laps) ?? -1
        if !(0...999).contains(count) { wrong.append("laps: Write a number from 0 to 999.") }
        for words in wrong { problems.note("Line \(row.line), \(words)", at: row.line) }
        guard wrong.isEmpty else { return }
        rows.append(
            LapRow(
                line: row.line, park: park, place: place.isEmpty ? nil : place, ride: ride, day: day.isEmpty ? nil : day, laps: count))
    }

    /// Notes that a ride stood there with its day in a line before, if it did.
    private mutating func stoodBefore(_ key: String, _ line: Int) -> Bool {
        guard let first = lines[key] else {
            lines[key] = line
            return false
        }
        problems.note("Line \(line): That ride stood there with that day before, in line \(first).", at: line)
        return true
    }

    // MARK: What the names mean

    var parkKeys: Set<ParkKey> { Set(rows.map(\.parkKey)) }
    var rideKeys: Set<RideKey> { Set(rows.map(\.rideKey)) }

    /// Names parks as they are called here.
    mutating func name(_ parks: [ParkKey: FoundPark]) {
        for index in rows.indices {
            guard let park = parks[rows[index].parkKey] else { continue }
            rows[index].park = park.name
            if rows[index].place != nil { rows[index].place = park.place }
        }
    }

    /// Names rides as they are called here. A ride may have stood there with its day under several names.
    mutating func name(_ rides: [RideKey: FoundRide]) {
        lines = [:]
        let all = rows
        rows = []
        for var row in all {
            if let ride = rides[row.rideKey] {
                row.ride = ride.name
                if stoodBefore("\(ride.id)\n\(row.day ?? "")", row.line) { continue }
            }
            rows.append(row)
        }
    }

    mutating func note(_ problem: LapTableProblem) { problems.note(problem.sentence, at: problem.line) }

    // MARK: What is to be written

    private static let rowsAtOnce = 2000

    /// As statements take them.
    func batches() throws -> [JSON] {
        try stride(from: 0, to: rows.count, by: Self.rowsAtOnce).map { start in
            try JSON(encoding: Array(rows[start..<min(start + Self.rowsAtOnce, rows.count)]))
        }
    }
}
