/// The part of a content of `length` bytes that a Range header requests (RFC 9110, section 14).
///
/// A request for several ranges gets the whole content, which the RFC allows. No browser sends such requests, and answering them would cost
/// the server more than it saves.
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// The requested range lies outside the content. The response has status 416.
    case unsatisfiable

    /// The maximum length of a Range header in bytes. A header with a single range is never longer.
    private static let longest = 1000

    /// Parses the header. A malformed header is treated as if it had not been sent.
    init(_ header: String?, length: Int) {
        guard let header = header?.utf8, header.count <= Self.longest, let equals = header.firstIndex(of: UInt8(ascii: "=")),
            String(header[..<equals])?.lowercased() == "bytes"
        else {
            self = .whole
            return
        }
        let words = header[header.index(after: equals)...].split(separator: UInt8(ascii: ",")).map { word in
            String(decoding: word.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }, as: UTF8.self)
        }
        let ranges = words.filter { !$0.isEmpty }.map { Self.range($0, length) }
        guard !ranges.isEmpty, !ranges.contains(nil) else {
            self = .whole
            return
        }
        let satisfiable = ranges.compactMap(\.self).filter { !$0.isEmpty }
        if satisfiable.isEmpty {
            // A range such as `-500` (the last 500 bytes) of an empty file is the whole file.
            self = length == 0 && words.contains { $0.hasPrefix("-") && $0 != "-0" } ? .whole : .unsatisfiable
        } else {
            self = ranges.count == 1 ? .part(satisfiable[0]) : .whole
        }
    }

    /// Parses `0-499`, `500-` or `-500`. The result is an empty range if the requested range lies outside the content. Nil if the text is
    /// not a range.
    private static func range(_ text: String, _ length: Int) -> Range<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        switch (number(ends[0]), number(ends[1])) {
        case (nil, nil): return nil
        case (nil, let count?): return max(0, length - count)..<length
        case (let first?, nil): return min(first, length)..<length
        case (let first?, let last?):
            guard first <= last else { return nil }
            return min(first, length)..<min(last == .max ? last : last + 1, length)
        }
    }

    /// Parses digits. Returns nil for empty text, and `Int.max` for a number that is too large for `Int`.
    private static func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
}
