/// Which part of `length` bytes a Range header asks for (RFC 9110, section 14).
///
/// Several ranges at once are answered with the whole, as the RFC allows: no browser asks for them, and they cost a server more than
/// they save.
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// 416: nothing there.
    case unsatisfiable

    /// Bytes of a header that is read; nobody who wants one range needs more.
    private static let longest = 1000

    /// A header that is not understood counts as not sent.
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
            // An empty thing has no part to show, but is whole.
            self = length == 0 && words.contains { $0.hasPrefix("-") && $0 != "-0" } ? .whole : .unsatisfiable
        } else {
            self = ranges.count == 1 ? .part(satisfiable[0]) : .whole
        }
    }

    /// `0-499`, `500-` or `-500`; empty when nothing lies there, nil when it is no range.
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

    /// What is too large for a number is larger than any length.
    private static func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
}
