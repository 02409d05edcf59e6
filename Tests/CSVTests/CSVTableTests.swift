import Testing

@testable import CSV

@Suite struct CSVTableTests {
    private func read(_ text: String, required: [String] = ["ride", "laps"], optional: [String] = ["note"]) throws -> (
        header: CSVHeader?, rows: [Result<CSVRow, CSVError>]
    ) {
        var table = CSVTable(required: required, optional: optional)
        var rows: [Result<CSVRow, CSVError>] = []
        for byte in text.utf8 { try table.read(CollectionOfOne(byte)) { rows.append($0) } }
        try table.finish { rows.append($0) }
        return (table.header, rows)
    }

    @Test func `a field is found by its column name`() throws {
        let (header, rows) = try read(" LAPS ;Ride\n3;Comet\n")
        let row = try #require(rows.first).get()
        #expect([row["ride"], row["Ride"], row["laps"], row["note"], row["colour"]] == ["Comet", "Comet", "3", nil, nil])
        #expect(row.line == 2)
        #expect(header?.has("Laps") == true && header?.has("note") == false)
    }

    /// The line counts as a line, and overrides the delimiter that occurs most often in the header.
    @Test(arguments: [("sep=;\r\n", ";"), ("\u{FEFF}sep=;\n", ";"), ("SEP=,\r", ","), ("sep=\t\n", "\t")])
    func `a sep= line names the delimiter`(first: String, delimiter: String) throws {
        let others = [";", ",", "\t"].filter { $0 != delimiter }.joined()
        let (_, rows) = try read("\(first)ride\(delimiter)laps\(delimiter)\(others)\(others)\nComet\(delimiter)3\(delimiter)\n")
        let row = try #require(rows.first).get()
        #expect(row["ride"] == "Comet" && row["laps"] == "3" && row.line == 3)
        #expect(throws: CSVError(line: 1, fault: .noHeader)) { try read(first) }
        #expect(throws: CSVError.self) { try read("sep=|\nride|laps\n") }
    }

    @Test func `unknown columns are kept apart`() throws {
        let (header, rows) = try read("ride,Colour ,laps,,colour\nComet,red,3,x,blue\n")
        #expect(header?.unknown == ["Colour", "column 4", "colour"])
        let row = try #require(rows.first).get()
        #expect(row.unknown == ["red", "x", "blue"])
        #expect(row["colour"] == nil)
    }

    @Test func `unknown columns are refused on request`() throws {
        func read(_ text: String) throws -> [Result<CSVRow, CSVError>] {
            var table = CSVTable(required: ["ride"], optional: ["laps"], refusesOthers: true)
            var rows: [Result<CSVRow, CSVError>] = []
            try table.read(text.utf8) { rows.append($0) }
            try table.finish { rows.append($0) }
            return rows
        }
        let error = CSVError(line: 1, fault: .unknownColumns(["Colour", "when"], known: ["ride", "laps"]))
        #expect(throws: error) { try read("ride,Colour , when\nComet,red,\n") }
        #expect(error.sentence == "Line 1: The columns “Colour”, “when” are not known. Known columns: ride, laps.")
        // A delimiter at the end of each line makes a column without a name.
        #expect(try read("ride,laps,\nComet,3,\n").map { try $0.get()["laps"] } == ["3"])
        #expect(throws: CSVError(line: 2, fault: .textWithoutColumn)) { try read("ride,laps,\nComet,3,x\n").map { try $0.get() } }
    }

    @Test(arguments: [
        ("", CSVError(line: 1, fault: .noHeader)), ("\n\n", CSVError(line: 1, fault: .noHeader)),
        ("\nname,laps\n", CSVError(line: 2, fault: .missingColumns(["ride"]))),
        ("name\n", CSVError(line: 1, fault: .missingColumns(["ride", "laps"]))),
        ("ride,laps,Ride\n", CSVError(line: 1, fault: .repeatedColumn("ride"))),
        ("ride,laps\n\"", CSVError(line: 2, fault: .unclosedQuote)),
    ])
    func `a table with a faulty header is refused`(text: String, expected: CSVError) {
        #expect(throws: expected) { try read(text) }
    }

    @Test func `a row with a wrong number of fields fails alone`() throws {
        let rows = try read("ride,laps\nComet,3\nComet\n\nComet,3,4\nComet,5\n").rows
        let errors = rows.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        #expect(
            errors == [
                CSVError(line: 3, fault: .wrongFieldCount(1, expected: 2)), CSVError(line: 5, fault: .wrongFieldCount(3, expected: 2)),
            ])
        #expect(rows.compactMap { try? $0.get() }.map(\.line) == [2, 6])
        #expect(errors[0].sentence == "Line 3: The row has 1 field, and the header names 2. Is a delimiter missing?")
    }

    @Test func `a row of delimiters only is blank`() throws {
        #expect(try read("ride,laps\n,\n").rows.map { try $0.get().isBlank } == [true])
    }

    @Test func `a table that refused keeps refusing`() {
        var table = CSVTable(required: ["ride"])
        #expect(throws: CSVError.self) { try table.read("name\nx\n".utf8) { _ in } }
        #expect(throws: CSVError(line: 1, fault: .missingColumns(["ride"]))) { try table.finish { _ in } }
    }
}
