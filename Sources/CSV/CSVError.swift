/// The reason why a file, or one row of it, is refused.
public struct CSVError: Error, Hashable, Sendable {
    /// The line of the mistake, counted from 1 as in an editor. Line breaks within quotes count too.
    public let line: Int
    public let fault: Fault

    /// Creates an error. Callers can use it for a mistake that they find in a row.
    public init(line: Int, fault: Fault) {
        (self.line, self.fault) = (line, fault)
    }

    /// The kind of the mistake.
    public enum Fault: Hashable, Sendable {
        // Mistakes in the bytes of the file. `CSVReader` stops.
        case unclosedQuote, textAfterQuote, quoteInField, invalidUTF8, zeroByte
        case recordTooLong(mostBytes: Int)
        case tooManyFields(most: Int)

        // Mistakes in the header. `CSVTable` stops.
        case noHeader
        case missingColumns([String])
        case repeatedColumn(String)
        case unknownColumns([String], known: [String])

        // Mistakes in one row. `CSVTable` continues with the next row.
        case wrongFieldCount(Int, expected: Int)
        /// There is text in a column whose header is empty.
        case textWithoutColumn
    }
}

extension CSVError {
    /// A message for users: the line, the mistake, and how to correct it.
    public var sentence: String {
        switch fault {
        case .noHeader: "The file is empty. Its first line has to name the columns."
        default: "Line \(line): \(explanation)"
        }
    }

    private var explanation: String {
        switch fault {
        case .unclosedQuote: "A quote opens here and is never closed. Close it, or write a quote inside a text twice."
        case .textAfterQuote: "There is text after a closing quote. Write a quote inside a text twice."
        case .quoteInField: "A text that is not in quotes has a quote in it. Put the whole text in quotes and write the quote twice."
        case .invalidUTF8: "A character cannot be read. Save the file as “CSV UTF-8” and send it again."
        case .zeroByte: "This is not plain text. Save the file as “CSV UTF-8”, not as a workbook or as Unicode text, and send it again."
        case .recordTooLong(let most): "The row that begins here is longer than \(most) bytes. Is a closing quote missing?"
        case .tooManyFields(let most): "The row has more than \(most) fields."
        case .noHeader: "The columns are not named."
        case .missingColumns(let names) where names.count == 1: "The column \(Self.list(names)) is missing. The first line has to name it."
        case .missingColumns(let names): "The columns \(Self.list(names)) are missing. The first line has to name them."
        case .repeatedColumn(let name): "The column \(Self.list([name])) appears twice. Remove one of them."
        case .unknownColumns(let names, let known):
            (names.count == 1 ? "The column \(Self.list(names)) is not known." : "The columns \(Self.list(names)) are not known.")
                + " Known columns: \(known.joined(separator: ", "))."
        case .textWithoutColumn: "There is text in a column without a name. Name it in the first line, or remove the text."
        case .wrongFieldCount(let count, let expected):
            "The row has \(count) \(count == 1 ? "field" : "fields"), and the header names \(expected). "
                + (count < expected ? "Is a delimiter missing?" : "Put a text with a delimiter in it in quotes.")
        }
    }

    /// Joins names for a message. The names come from the file, so they may be many and long. At most 20 names are shown, with at most 60
    /// Unicode scalars each.
    private static func list(_ names: [String]) -> String {
        names.prefix(20).map { name in
            let start = String(String.UnicodeScalarView(name.unicodeScalars.prefix(60)))
            return "“\(start)\(start.utf8.count < name.utf8.count ? "…" : "")”"
        }.joined(separator: ", ")
    }
}

extension CSVError: CustomStringConvertible {
    /// The message for the log.
    public var description: String { "csv: line \(line): \(fault)" }
}
