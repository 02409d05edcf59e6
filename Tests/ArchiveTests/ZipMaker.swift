import TestSupport

@testable import Archive

/// Writes random entries in random chunks, and records how they should be read.
struct ZipMaker {
    struct Meant: Equatable {
        let name: String
        let seconds: Int32?
        let bytes: [UInt8]
        let form: ZipReading.Entry.Form?
    }

    private var random: Seeded
    private(set) var zip = ZipWriter()
    private(set) var recording = Recording()
    private(set) var meant: [Meant] = []

    init(seed: UInt64) throws {
        random = Seeded(state: seed)
        for _ in 0..<Int.random(in: 0...12, using: &random) { try writeEntry() }
    }

    private mutating func writeEntry() throws {
        let (name, bytes) = (name(), bytes())
        let seconds = Int64.random(in: -1 << 32..<1 << 32, using: &random)
        let time = ZipTime(secondsSince1970: seconds)
        let form: ZipReading.Entry.Form
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            form = .header
            recording.append(try zip.add(name, bytes, modified: time))
        case 1:
            form = .descriptorZip64
            try writeChunks(bytes, as: name, time, .nothing)
        case 2:
            form = .descriptor
            try writeChunks(bytes, as: name, time, .size(UInt64(bytes.count)))
        default:
            form = .header
            try writeChunks(bytes, as: name, time, .sizeAndChecksum(UInt64(bytes.count), CRC32(value: reference(bytes))))
        }
        meant.append(Meant(name: name, seconds: Int32(exactly: seconds), bytes: bytes, form: form))
    }

    /// Some of the chunks are empty.
    private mutating func writeChunks(_ bytes: [UInt8], as name: String, _ time: ZipTime, _ promise: ZipPromise) throws {
        recording.append(try zip.begin(name, modified: time, promising: promise))
        var rest = bytes[...]
        while !rest.isEmpty || Bool.random(using: &random) {
            let chunk = rest.prefix(Int.random(in: 0...40, using: &random) * Int.random(in: 1...5, using: &random))
            recording.append(Array(try zip.write(chunk)))
            rest = rest.dropFirst(chunk.count)
        }
        recording.append(try zip.end())
    }

    /// No bytes, fewer than the checksum processes in one step, or many.
    private mutating func bytes() -> [UInt8] {
        let most = [0, 15, 600].randomElement(using: &random) ?? 0
        return (0..<Int.random(in: 0...most, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private mutating func name() -> String {
        let folders = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
            ["photos", "é", "日本", "🎠", "a b", ".x", "10:30"].randomElement(using: &random)
        }
        return (folders + ["\(meant.count).webp"]).joined(separator: "/")
    }
}
