@testable import Archive

/// An archive as it was sent. Gigabytes of content are only counted, not kept.
struct Recording {
    private var pieces: [(offset: UInt64, bytes: [UInt8])] = []
    private(set) var length: UInt64 = 0

    init() {}

    init(_ bytes: [UInt8]) {
        append(bytes)
    }

    mutating func append(_ bytes: [UInt8]) {
        if pieces.last.map({ $0.offset + UInt64($0.bytes.count) }) == length {
            pieces[pieces.count - 1].bytes += bytes
        } else {
            pieces.append((length, bytes))
        }
        length += UInt64(bytes.count)
    }

    mutating func skip(_ count: UInt64) {
        length += count
    }

    /// Nil if bytes were left out or do not exist.
    func bytes(at offset: UInt64, count: UInt64) -> [UInt8]? {
        guard let piece = pieces.last(where: { $0.offset <= offset }) else { return nil }
        let start = offset - piece.offset
        guard start + count <= UInt64(piece.bytes.count) else { return nil }
        return Array(piece.bytes[Int(start)..<Int(start + count)])
    }
}

extension Recording {
    /// All bytes, if none were left out.
    var all: [UInt8] { bytes(at: 0, count: length) ?? [] }

    /// Sends a whole entry whose bytes are only counted.
    mutating func pass(_ count: UInt64, as name: String, promising promise: ZipPromise, through zip: inout ZipWriter) throws {
        append(try zip.begin(name, modified: .sample, promising: promise))
        try zip.advance(by: count)
        skip(count)
        append(try zip.end())
    }

    /// The archive as if it ended here. The writer itself is not finished.
    func finished(_ zip: ZipWriter) throws -> Recording {
        var (zip, recording) = (zip, self)
        for piece in try zip.finish() { recording.append(piece) }
        return recording
    }
}

extension ZipTime {
    /// 2024-02-29 12:34:56 UTC.
    static let sample = ZipTime(secondsSince1970: 1_709_210_096)
}
