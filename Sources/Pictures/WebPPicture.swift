/// A still picture in a WebP file (RFC 9649) with nothing but its pixels. Location, camera, profile and other metadata are removed.
public struct WebPPicture: Equatable, Sendable {
    public let bytes: [UInt8]
    public let width: Int
    public let height: Int

    /// Reads a WebP file, and leaves out everything except the pixels: `bytes` is a new file that has only the chunks in `pictureChunks`.
    /// Nil if the file is not a WebP file, or is incomplete.
    public init?(removingMetadataFrom file: [UInt8]) {
        guard file.count >= 12, Self.name(file, 0) == "RIFF", Self.name(file, 8) == "WEBP", Self.number(file, 4, 4) <= file.count - 8 else {
            return nil
        }
        var (kept, size, position) = ([UInt8](), nil as (Int, Int)?, 12)
        while position + 8 <= file.count {
            let (name, length) = (Self.name(file, position), Self.number(file, position + 4, 4))
            let end = position + 8 + length
            guard end <= file.count else { return nil }
            if Self.pictureChunks.contains(name) { kept += file[position..<end] + (length.isMultiple(of: 2) ? [] : [0]) }
            if size == nil { size = Self.size(file, name, at: position + 8, length: length) }
            position = end + length % 2
        }
        guard let size, (1...16_384).contains(size.0), (1...16_384).contains(size.1), !kept.isEmpty else { return nil }
        Self.clearMetadataFlags(in: &kept)
        (width, height) = size
        let length = kept.count + 4
        bytes = Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + Array("WEBP".utf8) + kept
    }

    /// The chunks that a still picture consists of (sections 2.5 and 2.7.1.2).
    private static let pictureChunks: Set<String> = ["VP8X", "ALPH", "VP8 ", "VP8L"]

    /// Clears flags in the extended header (section 2.7), which has a flag for each kind of additional data. Only the flag for transparency
    /// stays.
    private static func clearMetadataFlags(in chunks: inout [UInt8]) {
        guard name(chunks, 0) == "VP8X", chunks.count > 8 else { return }
        chunks[8] &= 0x10
    }

    private static func size(_ file: [UInt8], _ name: String, at start: Int, length: Int) -> (Int, Int)? {
        switch name {
        case "VP8X" where length >= 10: (number(file, start + 4, 3) + 1, number(file, start + 7, 3) + 1)
        // Width and height have 14 bits each, after a start code (section 2.5, and RFC 6386, section 9.1).
        case "VP8 " where length >= 10: (number(file, start + 6, 2) & 0x3fff, number(file, start + 8, 2) & 0x3fff)
        // Width and height have 14 bits each, after a signature (section 3.4).
        case "VP8L" where length >= 5: ((number(file, start + 1, 4) & 0x3fff) + 1, (number(file, start + 1, 4) >> 14 & 0x3fff) + 1)
        default: nil
        }
    }

    private static func name(_ bytes: [UInt8], _ start: Int) -> String {
        bytes.count >= start + 4 ? String(decoding: bytes[start..<start + 4], as: UTF8.self) : ""
    }

    /// Reads a little-endian number of `count` bytes.
    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }
}
