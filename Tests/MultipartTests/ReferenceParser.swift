@testable import Multipart

/// Reads a whole form at once, in the simplest way and without the parser's code.
struct ReferenceParser {
    private static let lineEnd = Array("\r\n".utf8)
    private static let token = Set("!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz{|}~".utf8)

    let boundary: String
    let limits: MultipartParser.Limits

    private var dashBoundary: [UInt8] { Array("--\(boundary)".utf8) }
    private var delimiter: [UInt8] { Self.lineEnd + dashBoundary }

    /// Nil if the form is refused.
    func parts(of form: [UInt8]) -> [Reading.Part]? {
        let text = Self.lineEnd + form
        var parts: [Reading.Part] = []
        guard var position = text.first(delimiter, from: 0) else { return nil }
        var outside = max(0, position - 2)
        while true {
            let after = position + delimiter.count
            if text[after...].starts(with: "--".utf8) {
                outside += text.count - after - 2
                return outside <= limits.bytesOutsideParts ? parts : nil
            }
            guard let line = text.first(Self.lineEnd, from: after), text[after..<line].allSatisfy({ $0 == 32 || $0 == 9 }) else {
                return nil
            }
            outside += line - after
            let start = line + 2
            guard parts.count < limits.parts, let end = text.first(Self.lineEnd + Self.lineEnd, from: start) else { return nil }
            guard end + 4 - start <= limits.headerBytes, let part = part(head: Array(text[start..<end])) else { return nil }
            guard let next = text.first(delimiter, from: end + 2) else { return nil }
            parts.append(Reading.Part(part: part, body: next < end + 4 ? [] : Array(text[(end + 4)..<next])))
            position = next
        }
    }

    private func part(head: [UInt8]) -> MultipartPart? {
        let lines = head.separated(by: Self.lineEnd)
        guard lines.count <= limits.headerFields else { return nil }
        var fields: [(name: String, value: [UInt8])] = []
        for line in lines {
            guard !line.starts(with: dashBoundary), line.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 }) else { return nil }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, Self.token.isSuperset(of: line[..<colon]) else {
                return nil
            }
            fields.append((small(line[..<colon]), trimmed(Array(line[(colon + 1)...]))))
        }
        let (dispositions, types) = (fields.filter { $0.name == "content-disposition" }, fields.filter { $0.name == "content-type" })
        guard dispositions.count == 1, types.count <= 1, let parameters = parameters(dispositions[0].value) else { return nil }
        let (names, files) = (parameters.filter { $0.name == "name" }, parameters.filter { $0.name == "filename" })
        guard names.count == 1, files.count <= 1 else { return nil }
        guard (names + files).allSatisfy({ $0.value.count <= limits.nameBytes && $0.value.allSatisfy { $0 >= 32 && $0 != 127 } })
        else { return nil }
        let type = types.first.map { String(decoding: $0.value, as: UTF8.self) }
        return MultipartPart(name: shown(names[0].value), filename: files.first.map { file($0.value) }, contentType: type)
    }

    /// Quoted texts are the odd segments between quotes. They are taken out first, because they may contain semicolons.
    private func parameters(_ disposition: [UInt8]) -> [(name: String, value: [UInt8])]? {
        let segments = disposition.separated(by: [34])
        guard !segments.count.isMultiple(of: 2) else { return nil }
        var quoted = segments.indices.filter { !$0.isMultiple(of: 2) }.map { segments[$0] }[...]
        let plain = Array(segments.indices.filter { $0.isMultiple(of: 2) }.map { segments[$0] }.joined(separator: [1]))
        let pieces = plain.separated(by: [59]).map(trimmed)
        guard small(pieces[0][...]) == "form-data" else { return nil }
        var parameters: [(name: String, value: [UInt8])] = []
        for piece in pieces.dropFirst() where !piece.isEmpty {
            guard let sign = piece.firstIndex(of: 61), sign > 0, Self.token.isSuperset(of: piece[..<sign]) else { return nil }
            var value = Array(piece[(sign + 1)...])
            if value == [1] {
                value = quoted.removeFirst()
            } else if value.isEmpty || !Self.token.isSuperset(of: value) {
                return nil
            }
            parameters.append((small(piece[..<sign]), value))
        }
        return parameters
    }

    private func file(_ path: [UInt8]) -> String {
        let last = path.split(whereSeparator: { $0 == 47 || $0 == 92 }).last.map { Array($0) } ?? []
        guard path.last != 47, path.last != 92 else { return "" }
        return last == [46] || last == [46, 46] ? "" : shown(last)
    }

    private func shown(_ bytes: [UInt8]) -> String {
        let quotes = Array(bytes.separated(by: Array("%22".utf8)).joined(separator: [34]))
        let returns = Array(quotes.separated(by: Array("%0D".utf8)).joined(separator: [13]))
        return String(decoding: Array(returns.separated(by: Array("%0A".utf8)).joined(separator: [10])), as: UTF8.self)
    }

    private func small(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }

    private func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(where: { $0 != 32 && $0 != 9 }), let last = bytes.lastIndex(where: { $0 != 32 && $0 != 9 })
        else { return [] }
        return Array(bytes[first...last])
    }
}

extension [UInt8] {
    /// The first index at or after `start` where `other` begins.
    func first(_ other: [UInt8], from start: Int) -> Int? {
        guard count - other.count >= start else { return nil }
        return (start...(count - other.count)).first { self[$0] == other[0] && self[$0..<($0 + other.count)].elementsEqual(other) }
    }

    func separated(by separator: [UInt8]) -> [[UInt8]] {
        var (parts, start): ([[UInt8]], Int) = ([], 0)
        while let end = first(separator, from: start) {
            parts.append(Array(self[start..<end]))
            start = end + separator.count
        }
        return parts + [Array(self[start...])]
    }
}
