/// One statement of a script. Its text does not include the semicolon or the comments before it.
struct SQLStatement: Equatable {
    var text: String
    /// The line of the script on which the statement begins, counted from 1.
    var line: Int
    /// The first words of the statement outside quotes and brackets, in upper case.
    var words: [String]

    /// Returns the line of the script for a character of this statement. `position` is the number of the character, which PostgreSQL counts
    /// from 1 in Unicode scalars.
    func line(ofCharacter position: Int?) -> Int {
        guard let position else { return line }
        return line + text.unicodeScalars.prefix(max(0, position - 1)).count { $0 == "\n" }
    }
}

/// Splits a script into statements at the same places as PostgreSQL. A semicolon does not end a statement within quotes, dollar quotes,
/// comments, brackets, or the body of a function in standard SQL (PostgreSQL 15 manual, section 4.1, and CREATE FUNCTION).
struct SQLScript {
    enum Mistake: Error, Equatable {
        /// A quote or a comment has no end. The values are its opening characters and its line.
        case unclosed(String, line: Int)
        /// A backslash begins a command for psql, which PostgreSQL does not understand.
        case psqlCommand(line: Int)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var statements: [SQLStatement] = []
    /// The index at which the current statement begins (`start`), and the index after the last token so far (`end`). `start` is nil between
    /// statements.
    private var start: Int?
    private var end = 0
    private var words: [String] = []
    private var brackets = 0
    /// The number of BEGIN and CASE blocks that are open in the body of a function.
    private var blocks = 0
    private var line = 1
    private var counted = 0

    /// Splits a script and returns its statements. Throws `Mistake`.
    static func statements(of sql: String) throws -> [SQLStatement] {
        var script = SQLScript(bytes: Array(sql.utf8))
        try script.read()
        return script.statements
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() throws {
        while position < bytes.count {
            if try skipBlank() { continue }
            if bytes[position] == UInt8(ascii: ";"), brackets == 0, blocks == 0 {
                finish()
                position += 1
                continue
            }
            start = start ?? position
            try readToken()
            end = min(position, bytes.count)
        }
        finish()
    }

    /// Skips a space or a comment. Returns false if neither is at the current position.
    private mutating func skipBlank() throws -> Bool {
        let byte = bytes[position]
        if byte == 0x20 || (0x09...0x0D).contains(byte) {
            position += 1
        } else if byte == UInt8(ascii: "-"), has("--") {
            while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        } else if byte == UInt8(ascii: "/"), has("/*") {
            try skipComment()
        } else {
            return false
        }
        return true
    }

    private mutating func readToken() throws {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "'"): try skipQuoted(byte, escapes: false)
        case UInt8(ascii: "\""): try skipQuoted(byte, escapes: false)
        case UInt8(ascii: "$"): try skipDollarQuoted()
        case UInt8(ascii: "\\"): throw Mistake.psqlCommand(line: lineNumber(at: position))
        case UInt8(ascii: "("), UInt8(ascii: "["): (brackets, position) = (brackets + 1, position + 1)
        case UInt8(ascii: ")"), UInt8(ascii: "]"): (brackets, position) = (max(0, brackets - 1), position + 1)
        case _ where Self.isWord(byte): try readWord()
        default: position += 1
        }
    }

    private mutating func readWord() throws {
        let begin = position
        while position < bytes.count, Self.isWord(bytes[position]) || bytes[position] == UInt8(ascii: "$") { position += 1 }
        let length = position - begin
        if length == 1, bytes[begin] | 0x20 == UInt8(ascii: "e"), has("'") { return try skipQuoted(UInt8(ascii: "'"), escapes: true) }
        guard brackets == 0, length < 16 else { return }
        let word = String(decoding: bytes[begin..<position], as: UTF8.self).uppercased()
        if words.count < 12 { words.append(word) }
        guard isRoutine else { return }
        switch word {
        case "BEGIN": blocks += 1
        case "CASE" where blocks > 0: blocks += 1
        case "END" where blocks > 0: blocks -= 1
        default: break
        }
    }

    private var isRoutine: Bool {
        guard words.first == "CREATE" else { return false }
        let kind = words.dropFirst().first == "OR" ? words.dropFirst(3).first : words.dropFirst().first
        return kind == "FUNCTION" || kind == "PROCEDURE"
    }

    /// Skips quoted text. Two quotes in a row stand for one quote. If `escapes` is true (in E'…'), a backslash escapes the next character.
    private mutating func skipQuoted(_ quote: UInt8, escapes: Bool) throws {
        let begin = position
        position += 1
        while position < bytes.count {
            if escapes, bytes[position] == UInt8(ascii: "\\") {
                position += 2
            } else if bytes[position] == quote {
                position += 1
                guard position < bytes.count, bytes[position] == quote else { return }
                position += 1
            } else {
                position += 1
            }
        }
        throw Mistake.unclosed("quote", line: lineNumber(at: begin))
    }

    /// Skips `$$…$$` or `$tag$…$tag$`. A dollar sign that begins neither is skipped as one character.
    private mutating func skipDollarQuoted() throws {
        let begin = position
        var end = begin + 1
        while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
        let startsWithDigit = end > begin + 1 && (0x30...0x39).contains(bytes[begin + 1])
        guard end < bytes.count, bytes[end] == UInt8(ascii: "$"), !startsWithDigit else { return position += 1 }
        let tag = bytes[begin...end]
        position = end + 1
        while position + tag.count <= bytes.count {
            if bytes[position] == UInt8(ascii: "$"), bytes[position..<position + tag.count] == tag { return position += tag.count }
            position += 1
        }
        throw Mistake.unclosed("dollar quote", line: lineNumber(at: begin))
    }

    private mutating func skipComment() throws {
        let begin = position
        var depth = 0
        repeat {
            guard position < bytes.count else { throw Mistake.unclosed("comment", line: lineNumber(at: begin)) }
            if has("/*") {
                (depth, position) = (depth + 1, position + 2)
            } else if has("*/") {
                (depth, position) = (depth - 1, position + 2)
            } else {
                position += 1
            }
        } while depth > 0
    }

    private mutating func finish() {
        defer { (start, words, brackets, blocks) = (nil, [], 0, 0) }
        guard let start else { return }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        statements.append(SQLStatement(text: text, line: lineNumber(at: start), words: words))
    }

    /// Returns the number of the line at `offset`. It counts lines from where the last call ended, so each call must have a higher offset
    /// than the last one.
    private mutating func lineNumber(at offset: Int) -> Int {
        line += bytes[counted..<max(counted, offset)].count { $0 == UInt8(ascii: "\n") }
        counted = max(counted, offset)
        return line
    }

    private func has(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard position + length <= bytes.count else { return false }
        return text.withUTF8Buffer { wanted in (0..<length).allSatisfy { bytes[position + $0] == wanted[$0] } }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) && byte >= 0x41 || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}
