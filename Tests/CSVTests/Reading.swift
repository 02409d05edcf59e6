import TestSupport
@testable import CSV

func fields(_ text: String, delimiter: CSVReader.Delimiter = .comma) throws -> [[String]] {
    try CSVReader.records(in: Array(text.utf8), delimiter: delimiter).map(\.fields)
}

/// The error of reading these bytes. Nil if they are accepted.
func error(in bytes: [UInt8], limits: CSVReader.Limits = .init(), delimiter: CSVReader.Delimiter = .comma) -> CSVError? {
    do {
        _ = try CSVReader.records(in: bytes, delimiter: delimiter, limits: limits)
        return nil
    } catch {
        return error as? CSVError
    }
}

func error(in text: String, limits: CSVReader.Limits = .init()) -> CSVError? { error(in: Array(text.utf8), limits: limits) }
