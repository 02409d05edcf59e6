import Foundation
import TestSupport
import Testing

@testable import App
@testable import Postgres

/// The server's statements as they stand in its sources, with every `SQL` part that they name inserted.
struct StatementSources {
    private struct Part {
        /// The names of the parameters, in the order in which statements pass them.
        var parameters: [String]
        var text: String
    }

    /// The parts by `Type.name`.
    private var parts: [String: Part] = [:]
    private var sources: [String] = []

    /// Reads every source below `Sources/App`.
    init() throws {
        let folder = TestDatabase.root + "/Sources/App"
        // Badge sources are only parts of statements, and consistency checks may read whole tables.
        let files = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter {
            !$0.hasSuffix("Badges.swift") && !$0.hasSuffix("Checks.swift")
        }
        sources = try files.filter { $0.hasSuffix(".swift") }.map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
            // Files with long lists contain no statements.
            .filter { !$0.hasPrefix("// swift-format-ignore-file") }
        for source in sources { addParts(of: source) }
    }

    /// All statements. Throws if one names an `SQL` that does not exist. Leaves out statements that are joined from parts of features,
    /// such as `\\(room.kind.isOpen)`.
    func statements() throws -> [String] {
        let badges =
            BadgeSource.all.map { $0.awardStatement().description }
            + [RideBadges.awardStatement.description, BadgeQueries.progress.description]
            + [PhotoTagQueries.adding, PhotoTagQueries.subject, PhotoTagQueries.subjects].map(\.description)
        return try badges
            + sources.flatMap { source in
                let whole = source.replacing(Self.part, with: "")
                let blocks = whole.matches(of: /"""\n((?s:.*?))\n\s*"""/).map { String($0.1) }.filter(Self.isStatement)
                let lines = whole.replacing(/"""(?s:.*?)"""/, with: "").split(separator: "\n").compactMap(Self.statement)
                return try (blocks + lines).flatMap(Self.bothWays).flatMap(Self.ofRooms)
                    .filter { !$0.contains(/\\\([a-z$]/) }.map { try filled($0) }
            }
    }

    /// A list is read from a `Cursor` in both directions.
    private static func bothWays(_ statement: String) -> [String] {
        guard statement.contains("\\(cursor.") else { return [statement] }
        return [("<", "DESC"), (">", "ASC")].map { beyond, order in
            statement.replacing("\\(cursor.beyond)", with: beyond).replacing("\\(cursor.order)", with: order)
        }
    }

    /// Messages are read from a chat room's own rows, or from the rows of the room that it continues.
    private static func ofRooms(_ statement: String) -> [String] {
        let lines = "\\(room.kind.messagesRoomNumber)"
        guard statement.contains(lines) else { return [statement] }
        return ["$2", "\\(GameRecord.chatRoomNumber)"].map { statement.replacing(lines, with: $0) }
    }

    /// An `SQL` that is inserted elsewhere.
    private static var part: Regex<Substring> {
        /static (?:let \w+: SQL =|func \w+\([^\n]*\) -> SQL\?? \{)\s*(?:"""(?s:.*?)"""|"[^\n]*")/
    }

    /// The literal of a line with one statement: from its first quote to the last quote that is not inside `\\(…)`.
    private static func statement(in line: Substring) -> String? {
        guard line.contains("\""), let start = line.firstMatch(of: /"(?=(SELECT|INSERT|UPDATE|DELETE|WITH) )/)?.range.upperBound else {
            return nil
        }
        var (text, depth, rest) = ("", 0, line[start...])
        while let character = rest.popFirst() {
            if depth == 0, character == "\"" { return text }
            if character == "\\", rest.first == "(" { depth += 1; text += "\\("; rest.removeFirst(); continue }
            if depth > 0 { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
            text.append(character)
        }
        return nil
    }

    private static func isStatement(_ text: String) -> Bool { text.contains(/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/) }

    /// Adds each `static let` and `static func` that is one `SQL` literal, below the type or extension that contains it.
    private mutating func addParts(of source: String) {
        var type = ""
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            // Swift parses a regular expression at each use, so a cheap test comes first.
            if line.first?.isWhitespace == false,
                let match = line.prefixMatch(of: /(?:public |final )*(?:struct|enum|extension|class) (\w+)/)
            {
                type = String(match.1)
            }
            guard line.contains("SQL"),
                let match = line.wholeMatch(of: /\ +(?:private )?static (?:let|func) (\w+)(?:\((.*)\) -> SQL \{|: SQL =)(.*)/)
            else {
                continue
            }
            var text = match.3.trimmingCharacters(in: .whitespaces)
            if text.isEmpty { text = lines.popFirst()?.trimmingCharacters(in: .whitespaces) ?? "" }
            if !text.hasPrefix("\"") {
                text = "\\(\(text))"
            } else if text != "\"\"\"" {
                text = text.replacing(/^"|"( \})?$/, with: "")
            } else {
                var block: [Substring] = []
                while let next = lines.popFirst(), next.trimmingCharacters(in: .whitespaces) != "\"\"\"" { block.append(next) }
                text = block.joined(separator: "\n")
            }
            let parameters = (match.2 ?? "").matches(of: /(\w+): SQL/).map { String($0.1) }
            parts[type + "." + match.1] = Part(parameters: parameters, text: text)
        }
    }

    /// The text with everything inserted that it names.
    private func filled(_ text: String, in type: String = "", _ values: [String: String] = [:]) throws -> String {
        var (filled, rest) = ("", Substring(text))
        while let start = rest.firstRange(of: "\\(") {
            filled += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            var (depth, end) = (1, rest.startIndex)
            while depth > 0, end < rest.endIndex {
                depth += rest[end] == "(" ? 1 : rest[end] == ")" ? -1 : 0
                end = rest.index(after: end)
            }
            filled += try value(of: rest[..<end].dropLast(), in: type, values)
            rest = rest[end...]
        }
        return filled + rest
    }

    private func value(of name: Substring, in type: String, _ values: [String: String]) throws -> String {
        if let value = try values[String(name)] ?? Self.computed(name, in: type) { return value }
        let call = try #require(name.wholeMatch(of: /([\w.]+)(?:\((.*)\))?/), "\(name)")
        let full = call.1.contains(".") ? String(call.1) : type + "." + call.1
        let part = try #require(parts[full], "There is no SQL \(full)")
        let owner = String(full.prefix { $0 != "." })
        let given = try Self.arguments(call.2 ?? "").map { argument in
            argument.hasPrefix("\"")
                ? try filled(String(argument.dropFirst().dropLast()), in: type, values) : try value(of: argument, in: type, values)
        }
        try #require(given.count == part.parameters.count, "\(name)")
        return try filled(part.text, in: owner, Dictionary(zip(part.parameters, given)) { $1 })
    }

    /// A part that a function computes from a list of facts, such as `FactColumns.names(of: RideFacts.all, in: "r")`. Nil for other parts.
    private static func computed(_ name: Substring, in type: String) throws -> String? {
        switch name {
        case "FactChangeTexts.ofRides": return FactChangeTexts.ofRides.description
        case "FactChangeTexts.ofParks": return FactChangeTexts.ofParks.description
        default: break
        }
        guard let call = name.wholeMatch(of: /FactColumns\.(\w+)\(of: ([\w.]+)(?:, in: "(\w+)")?\)/) else { return nil }
        let row = try call.3.map { row in
            guard let known = rows.first(where: { $0.description == row }) else { throw UnknownPart(name: String(name)) }
            return known
        }
        let list = call.2.contains(".") ? String(call.2) : type + "." + call.2
        switch list {
        case "RideFacts.all": return try columns(String(call.1), of: RideFacts.all, in: row)
        case "ParkForm.facts": return try columns(String(call.1), of: ParkForm.facts, in: row)
        case "VideoGameFacts.all": return try columns(String(call.1), of: VideoGameFacts.all, in: row)
        case "VideoGameFacts.ofForm": return try columns(String(call.1), of: VideoGameFacts.ofForm, in: row)
        default: throw UnknownPart(name: String(name))
        }
    }

    /// The aliases of the rows with facts in statements.
    private static let rows: [SQL] = ["f", "g", "k", "p", "r", "t", "excluded"]

    private static func columns<Subject>(_ function: String, of facts: [Fact<Subject>], in row: SQL?) throws -> String {
        switch function {
        case "names": FactColumns.names(of: facts, in: row).description
        case "definitions": FactColumns.definitions(of: facts).description
        case "newValues": FactColumns.newValues(of: facts).description
        default: throw UnknownPart(name: function)
        }
    }

    private struct UnknownPart: Error {
        var name: String
    }

    /// The arguments of a call such as `"a", of: "b"`, without their labels.
    private static func arguments(_ text: Substring) -> [Substring] {
        var (arguments, start, depth, isQuoted) = ([Substring](), text.startIndex, 0, false)
        for index in text.indices {
            switch text[index] {
            case "\"": isQuoted.toggle()
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0 && !isQuoted:
                arguments.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        if start < text.endIndex { arguments.append(text[start...]) }
        return arguments.map { Substring($0.trimmingCharacters(in: .whitespaces)).trimmingPrefix(#/\w+:\ /#) }
    }
}
