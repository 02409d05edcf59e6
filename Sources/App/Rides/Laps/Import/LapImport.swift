import CSV
import Calendar
import FoundationEssentials
import Postgres

/// Reads a member's laps from a CSV file. The file has a row for each ride and day. A row without a day is for a ride that is only marked
/// as ridden.
struct LapImport: Sendable {
    private(set) var problems = FileProblems()
    private(set) var rows: [LapRow] = []
    /// The number of the line in which each ride and day was first found.
    private var firstLines: [String: Int] = [:]
    /// The number of lines that were read. Wrong lines and blank lines count, too, because each line takes as much time.
    private var lineCount = 0

    private static let (maxLines, maxNameLength) = (50_000, 100)

    /// A row of the file. The import finds the ride by its name.
    struct LapRow: Codable, Sendable {
        var line: Int
        var park: String
        /// The place (town) of the park, which is needed if several parks have the same name. Nil if the file gives no place.
        var place: String?
        var ride: String
        /// The day of the laps. Nil if the ride is only marked as ridden.
        var day: String?
        var laps: Int

        var parkKey: ParkKey { ParkKey(name: park, place: place) }
        var rideKey: RideKey { RideKey(park: park, place: place, ride: ride) }
    }

    /// Reads the whole file. `chunks` returns nil at the end of the file. Throws `Refusal` if the file has too many lines. Adds mistakes in
    /// the file to `problems`.
    mutating func read(_ chunks: () throws -> [UInt8]?) throws {
        var table = CSVTable(required: ["park", "ride"], optional: ["day", "laps", "place"], refusesOthers: true)
        do {
            while let chunk = try chunks() { try table.read(chunk) { row in try readRow(row) } }
            try table.finish { row in try readRow(row) }
        } catch let error as CSVError {
            problems.add(error.sentence, at: error.line)
        }
    }

    private mutating func readRow(_ row: Result<CSVRow, CSVError>) throws {
        lineCount += 1
        guard lineCount <= Self.maxLines else { throw Refusal(.contentTooLarge, "The file has more than \(Self.maxLines) lines.") }
        switch row {
        case .failure(let error): problems.add(error.sentence, at: error.line)
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
        for (column, name) in [("park", park), ("place", place), ("ride", ride)] where name.utf16.count > Self.maxNameLength {
            wrong.append("\(column): Use at most \(Self.maxNameLength) characters.")
        }
        if !day.isEmpty, CalendarDate(day) == nil { wrong.append("day: Write it as 2026-05-26, or leave it empty.") }
        if wrong.isEmpty, isDuplicate("\(park)\n\(place)\n\(ride)\n\(day)", row.line) { return }
        let count = laps.isEmpty ? 1 : Int(laps) ?? -1
        if !(0...999).contains(count) { wrong.append("laps: Write a number from 0 to 999.") }
        for problem in wrong { problems.add("Line \(row.line), \(problem)", at: row.line) }
        guard wrong.isEmpty else { return }
        rows.append(
            LapRow(
                line: row.line, park: park, place: place.isEmpty ? nil : place, ride: ride, day: day.isEmpty ? nil : day, laps: count))
    }

    /// Returns true if an earlier line has the same ride and day. In this case, adds a problem to `problems`.
    private mutating func isDuplicate(_ key: String, _ line: Int) -> Bool {
        guard let first = firstLines[key] else {
            firstLines[key] = line
            return false
        }
        problems.add("Line \(line): Line \(first) has the same ride and day.", at: line)
        return true
    }

    // MARK: Names in the catalogue

    var parkKeys: Set<ParkKey> { Set(rows.map(\.parkKey)) }
    var rideKeys: Set<RideKey> { Set(rows.map(\.rideKey)) }

    /// Replaces the name of each park by the name that the park has in the catalogue.
    mutating func replaceParkNames(_ parks: [ParkKey: FoundPark]) {
        for index in rows.indices {
            guard let park = parks[rows[index].parkKey] else { continue }
            rows[index].park = park.name
            if rows[index].place != nil { rows[index].place = park.place }
        }
    }

    /// Replaces the name of each ride by the name that the ride has in the catalogue. Then looks for duplicates again, because the file may
    /// have a ride under several names.
    mutating func replaceRideNames(_ rides: [RideKey: FoundRide]) {
        firstLines = [:]
        let all = rows
        rows = []
        for var row in all {
            if let ride = rides[row.rideKey] {
                row.ride = ride.name
                if isDuplicate("\(ride.id)\n\(row.day ?? "")", row.line) { continue }
            }
            rows.append(row)
        }
    }

    mutating func addProblem(_ problem: LapImportProblem) { problems.add(problem.sentence, at: problem.line) }

    // MARK: Batches for the database

    private static let rowsPerBatch = 2000

    func batches() throws -> [JSON] {
        try stride(from: 0, to: rows.count, by: Self.rowsPerBatch).map { start in
            try JSON(encoding: Array(rows[start..<min(start + Self.rowsPerBatch, rows.count)]))
        }
    }
}
