import FoundationEssentials
import Glibc
import NIOCore
import Subprocess
import Synchronization
import SystemPackage

/// Makes of an uploaded file what the site shows: upright, without metadata, in two sizes. It is decoded by vips in processes of its own,
/// with little memory and little time, so that a hostile file costs one refused upload and nothing else.
final class PhotoProcessor: Sendable {
    struct Pictures: Sendable {
        var large: WebPPicture
        var small: WebPPicture
    }

    /// Longest sides, in pixels.
    struct Sides: Sendable {
        var large: Int
        var small: Int

        static let photo = Sides(large: 1600, small: 320)
    }

    /// Of what a part is cut out of: half of it is as sharp as the whole would be.
    private static let wholeSide = 3200
    static let faceSide = 128
    private static let mostPixels = 50_000_000
    /// How both are written.
    private static let (large, small) = ("large.webp[Q=80,effort=1]", "small.webp[Q=75]")
    /// That one step may take of a clock, while others have the processors.
    private static let secondsOfTime = 60
    /// Bytes that vips may print of what is noted in a file: a thousand things, each of which it cuts short.
    private static let mostWords = 1 << 20
    /// The loaders that vips may use, by the names it gives them.
    private static let loaders: Set<String> = ["jpegload", "pngload", "webpload", "gifload", "heifload"]

    /// What vips loads besides itself. Its modules (PDF, ImageMagick, slides, HEIF) take a third of the time that a small picture takes.
    private enum Modules {
        case none
        /// Those that read what was sent.
        case safe
        /// None, for drawings of our own: vips reads them itself, but trusts none that was sent.
        case ours

        /// For HEIC and AVIF, by their first bytes (ISO/IEC 14496-12, 4.3); vips itself reads the other kinds.
        init(for file: String, in folder: String) throws {
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 12, alignment: 1)
            defer { bytes.deallocate() }
            let descriptor = try FileDescriptor.open(FilePath(folder).appending(file), .readOnly)
            let count = try descriptor.closeAfter { try descriptor.read(into: bytes) }
            self = count == 12 && bytes[4..<8].elementsEqual("ftyp".utf8) ? .safe : .none
        }

        var environment: [Environment.Key: String?] {
            switch self {
            // A folder in which vips looks for modules and finds none.
            case .none: ["VIPS_BLOCK_UNTRUSTED": "1", "VIPSHOME": "/nonexistent"]
            case .safe: ["VIPS_BLOCK_UNTRUSTED": "1"]
            case .ours: ["VIPSHOME": "/nonexistent"]
            }
        }

        /// What HEIC and AVIF take longer than the other kinds.
        var slowness: Int { self == .safe ? 3 : 1 }
    }

    private let folder: UploadFolder
    /// Of a processor, for one step: several times what the largest photo takes. A small file that keeps vips busy for longer, such as a JPEG
    /// of a thousand scans, is no photo.
    private let seconds: Int
    let places: FairSemaphore
    /// How many files have been looked into.
    let seen = Mutex(0)

    /// - Parameters:
    ///   - folder: where its own files are.
    ///   - seconds: that one step may take of a processor.
    ///   - atOnce: how many files are worked on at once, while the others wait: on half of the processors, so that pages go on.
    init(in folder: UploadFolder, seconds: Int, atOnce: Int = max(1, System.coreCount / 2)) {
        (self.folder, self.seconds, places) = (folder, seconds, FairSemaphore(FairSemaphore.Limits(count: atOnce)))
    }

    /// - Parameters:
    ///   - folder: where the file is, and nothing else; what is made stays there, too.
    ///   - part: what is kept of it; nil: all.
    /// Throws `Refusal` when it is no picture, or none that can be shown.
    func pictures(
        of file: String, in folder: String, part: SquarePart? = nil, for holder: Holder, sides: Sides = .photo
    ) async throws -> Pictures {
        try await places.enter(holder)
        defer { places.leave(holder) }
        seen.withLock { $0 += 1 }
        let modules = try Modules(for: file, in: folder)
        let original = try await header(of: file, in: folder, with: modules)
        guard Self.loaders.contains(original.loader) else { throw PictureFault.unreadable.refusal }
        guard original.width * original.height <= Self.mostPixels else { throw PictureFault.tooManyPixels.refusal }
        do {
            let inColours = original.isInScreenColours ? [] : ["--export-profile", "srgb"]
            let (side, output) = part == nil ? (sides.large, Self.large) : (Self.wholeSide, "whole.tif")
            try await shrink(file, to: side, inColours, output, in: folder, with: modules)
        } catch let refusal as Refusal where PictureFault(refusal) == .unreadable {
            throw PictureFault.damaged.refusal
        }
        if let part { try await cut(part, of: "whole.tif", in: folder, to: sides.large) }
        try await shrink("large.webp", to: sides.small, [], Self.small, in: folder)
        return Pictures(large: try picture("large.webp", in: folder), small: try picture("small.webp", in: folder))
    }

    /// Of a file that is upright, and without loss, as cutting is no more than a copy then.
    private func cut(_ part: SquarePart, of file: String, in folder: String, to side: Int) async throws {
        let whole = try await header(of: file, in: folder, with: .none)
        let area = part.area(width: whole.width, height: whole.height)
        let numbers = [area.left, area.top, area.side, area.side].map { "\($0)" }
        try await run("vips", ["crop", file, "part.tif"] + numbers, in: folder)
        try await shrink("part.tif", to: side, [], Self.large, in: folder)
    }

    /// The same of a drawing of our own, an SVG file: it is trusted, as nothing is that was sent.
    func pictures(ofDrawing path: String) async throws -> Pictures {
        try await folder.with { folder in
            try await run("vips", ["copy", path, "drawing.png"], in: folder, with: .ours)
            return try await pictures(of: "drawing.png", in: folder, for: .house)
        }
    }

    /// Of some drawings that the program itself has just made, SVG documents, at once: to start vips takes several times as long as to draw one.
    func pictures(drawn drawings: [String], sides: Sides) async throws -> [Pictures] {
        try await places.enter(.house)
        defer { places.leave(.house) }
        return try await folder.with { folder in
            let files = drawings.indices.map { "\($0).svg" }
            for (file, drawing) in zip(files, drawings) { try Data(drawing.utf8).write(to: URL(filePath: "\(folder)/\(file)")) }
            for (side, output) in [(sides.large, Self.large), (sides.small, Self.small)] {
                // "%s" is a file's name without its ending.
                try await run("vipsthumbnail", files + ["--size", "\(side)x\(side)", "--output", "%s-" + output], in: folder, with: .ours)
            }
            return try drawings.indices.map { place in
                Pictures(
                    large: try self.picture("\(place)-large.webp", in: folder), small: try self.picture("\(place)-small.webp", in: folder))
            }
        }
    }

    /// The square part of one of our own pictures that catches the eye, as a face beside a name.
    func face(of picture: [UInt8], for holder: Holder) async throws -> WebPPicture {
        try await places.enter(holder)
        defer { places.leave(holder) }
        return try await folder.with { folder in
            try Data(picture).write(to: URL(filePath: folder + "/large.webp"))
            try await thumbnail("large.webp", "face.webp[Q=80]", Self.faceSide, ["--crop", "attention"], in: folder)
            return try self.picture("face.webp", in: folder)
        }
    }

    /// Makes it no larger than it is. A file that is not whole is refused: `vipsthumbnail` would make the rest grey.
    private func shrink(
        _ file: String, to side: Int, _ options: [String], _ output: String, in folder: String, with modules: Modules = .none
    ) async throws {
        try await thumbnail(file, output, side, ["--size", "down", "--fail-on", "truncated"] + options, in: folder, with: modules)
    }

    private func thumbnail(
        _ file: String, _ output: String, _ side: Int, _ options: [String], in folder: String, with modules: Modules = .none
    ) async throws {
        try await run("vips", ["thumbnail", file, output, "\(side)", "--height", "\(side)"] + options, in: folder, with: modules)
    }

    /// vips leaves metadata in, whatever one asks of it (8.14).
    private func picture(_ file: String, in folder: String) throws -> WebPPicture {
        guard let picture = WebPPicture(Array(try Data(contentsOf: URL(filePath: folder + "/" + file)))) else {
            throw PictureFault.unreadable.refusal
        }
        return picture
    }

    private struct Header {
        var width: Int
        var height: Int
        var loader: String
        /// There is no profile, and nothing else, that its colours would have to be converted by.
        var isInScreenColours: Bool
    }

    /// From what `vipsheader` prints: `photo: 4000x3000 uchar, 3 bands, srgb, jpegload`, and a line for each thing that is noted in the file.
    private func header(of file: String, in folder: String, with modules: Modules) async throws -> Header {
        let words = try await run("vipsheader", ["-a", file], in: folder, with: modules)
        let lines = words.split(separator: "\n")
        guard let match = lines.first?.wholeMatch(of: /.*: (\d+)x(\d+) .*, ([\w\-]+), (\w+)/), let width = Int(match.1),
            let height = Int(match.2),
            (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { throw PictureFault.unreadable.refusal }
        let isInScreenColours = ["srgb", "b-w"].contains(match.3) && !lines.contains { $0.hasPrefix("icc-profile-data:") }
        return Header(width: width, height: height, loader: String(match.4), isInScreenColours: isInScreenColours)
    }

    /// Runs a program of vips behind everything else, and within bounds (prlimit, of util-linux): memory, processor, size of files, no core.
    @discardableResult
    private func run(_ program: String, _ arguments: [String], in folder: String, with modules: Modules = .none) async throws -> String {
        let seconds = seconds * modules.slowness
        let bounds = ["--as=2147483648", "--cpu=\(seconds):\(seconds + 1)", "--fsize=67108864", "--nofile=64", "--core=0"]
        let environment: Environment = .custom([
            "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "VIPS_CONCURRENCY": "1", "TMPDIR": folder, "HOME": folder,
        ]).updating(modules.environment)
        return try await race {
            let call = Arguments(["-n", "15", "prlimit"] + bounds + [program] + arguments)
            let result = try await Subprocess.run(
                .name("nice"), arguments: call, environment: environment, workingDirectory: FilePath(folder),
                output: .string(limit: Self.mostWords), error: .discarded)
            switch result.terminationStatus {
            case .exited(0): return result.standardOutput
            // As a shell says that there is no such program.
            case .exited(127): throw PictureFault.missing.refusal
            case .signaled(SIGXCPU): throw PictureFault.tooSlow.refusal
            default: throw PictureFault.unreadable.refusal
            }
        } against: {
            try await Task.sleep(for: .seconds(Self.secondsOfTime))
            return PictureFault.tooSlow.refusal
        }
    }
}
