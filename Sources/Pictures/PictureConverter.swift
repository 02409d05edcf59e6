import FoundationEssentials
import Glibc
import Subprocess
import SystemPackage

/// A picture in two sizes.
public struct PicturePair: Sendable {
    public var large: WebPPicture
    public var small: WebPPicture

    /// The maximum lengths of the longer sides of the two pictures, in pixels.
    public struct Sides: Sendable {
        public var large: Int
        public var small: Int

        public init(large: Int, small: Int) { (self.large, self.small) = (large, small) }

        public static let photo = Sides(large: 1600, small: 320)
    }
}

/// Converts an uploaded file to upright WebP pictures without metadata, in two sizes. vips decodes the file in separate processes with
/// little memory and little time, so that a hostile file costs no more than one refused upload. All functions throw `PictureFault`.
public struct PictureConverter: Sendable {
    /// The maximum length of the longer side of a picture from which a part is cut out, in pixels. It is twice the large side, so that a
    /// part of half the size is still sharp.
    private static let cropSourceSide = 3200
    private static let avatarSide = 128
    private static let maxPixels = 50_000_000
    private static let (large, small) = ("large.webp[Q=80,effort=1]", "small.webp[Q=75]")
    /// The maximum number of bytes that vips may write about the metadata of a file. They are enough for a thousand entries, because vips
    /// shortens each entry.
    private static let maxOutputBytes = 1 << 20
    /// The vips loaders that may read uploaded files, by the names that vips gives them.
    private static let loaders: Set<String> = ["jpegload", "pngload", "webpload", "gifload", "heifload"]

    /// The modules that vips loads (PDF, ImageMagick, slides, HEIF). Loading them takes a third of the time that a small picture takes, so
    /// they are loaded only where they are needed.
    private enum Modules {
        case none
        /// vips loads its modules, and uses only the loaders that it trusts with uploaded files.
        case safe
        /// vips loads no modules, but also uses the loaders that it does not trust with uploaded files. Only for drawings of this server.
        case ownDrawing

        /// Chooses `safe` for HEIC and AVIF, which have `ftyp` in their first bytes (ISO/IEC 14496-12, 4.3), and `none` for the other
        /// formats, which vips reads without modules.
        init(for file: String, in folder: String) throws {
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 12, alignment: 1)
            defer { bytes.deallocate() }
            let descriptor = try FileDescriptor.open(FilePath(folder).appending(file), .readOnly)
            let count = try descriptor.closeAfter { try descriptor.read(into: bytes) }
            self = count == 12 && bytes[4..<8].elementsEqual("ftyp".utf8) ? .safe : .none
        }

        var environment: [Environment.Key: String?] {
            switch self {
            // vips looks for modules in this folder, and finds none.
            case .none: ["VIPS_BLOCK_UNTRUSTED": "1", "VIPSHOME": "/nonexistent"]
            case .safe: ["VIPS_BLOCK_UNTRUSTED": "1"]
            case .ownDrawing: ["VIPSHOME": "/nonexistent"]
            }
        }

        /// HEIC and AVIF take up to three times as long as the other formats.
        var timeFactor: Int { self == .safe ? 3 : 1 }
    }

    /// The maximum processor time of one step in seconds: several times what the largest photo needs. A small file that needs more, such as
    /// a JPEG of a thousand scans, is refused.
    private let seconds: Int

    public init(seconds: Int) { self.seconds = seconds }

    /// Decodes a file to a large and a small picture. The file may be hostile.
    /// - Parameters:
    ///   - folder: Contains the file and nothing else. The pictures are written there, too.
    ///   - part: The part of the picture that is kept. If it is nil, the whole picture is kept.
    public func pictures(
        of file: String, in folder: String, part: SquarePart? = nil, sides: PicturePair.Sides = .photo
    ) async throws -> PicturePair {
        let modules = try Modules(for: file, in: folder)
        let original = try await header(of: file, in: folder, with: modules)
        guard Self.loaders.contains(original.loader) else { throw PictureFault.unreadable }
        guard original.width * original.height <= Self.maxPixels else { throw PictureFault.tooManyPixels }
        do {
            let profileOptions = original.isSRGB ? [] : ["--export-profile", "srgb"]
            let (side, output) = part == nil ? (sides.large, Self.large) : (Self.cropSourceSide, "whole.tif")
            try await shrink(file, to: side, profileOptions, output, in: folder, with: modules)
        } catch PictureFault.unreadable {
            throw PictureFault.damaged
        }
        if let part { try await crop(part, of: "whole.tif", in: folder, to: sides.large) }
        try await shrink("large.webp", to: sides.small, [], Self.small, in: folder)
        return PicturePair(large: try picture("large.webp", in: folder), small: try picture("small.webp", in: folder))
    }

    /// Cuts a part out of a picture. The file has to be upright and uncompressed, so that this only copies pixels.
    private func crop(_ part: SquarePart, of file: String, in folder: String, to side: Int) async throws {
        let whole = try await header(of: file, in: folder, with: .none)
        let area = part.area(width: whole.width, height: whole.height)
        let numbers = [area.left, area.top, area.side, area.side].map { "\($0)" }
        try await run("vips", ["crop", file, "part.tif"] + numbers, in: folder)
        try await shrink("part.tif", to: side, [], Self.large, in: folder)
    }

    /// Renders an SVG file of this server in `folder`. Uploaded SVG files are not trusted.
    public func pictures(ofDrawing path: String, in folder: String) async throws -> PicturePair {
        try await run("vips", ["copy", path, "drawing.png"], in: folder, with: .ownDrawing)
        return try await pictures(of: "drawing.png", in: folder)
    }

    /// Renders SVG documents that this server has made, in `folder`. One process of vips renders all of them in one size, because its start
    /// takes several times as long as one drawing.
    public func pictures(drawn drawings: [String], sides: PicturePair.Sides, in folder: String) async throws -> [PicturePair] {
        let files = drawings.indices.map { "\($0).svg" }
        for (file, drawing) in zip(files, drawings) { try Data(drawing.utf8).write(to: URL(filePath: "\(folder)/\(file)")) }
        for (side, output) in [(sides.large, Self.large), (sides.small, Self.small)] {
            // "%s" is the name of a file without its extension.
            let options = ["--size", "\(side)x\(side)", "--output", "%s-" + output]
            try await run("vipsthumbnail", files + options, in: folder, with: .ownDrawing)
        }
        return try drawings.indices.map { place in
            PicturePair(large: try picture("\(place)-large.webp", in: folder), small: try picture("\(place)-small.webp", in: folder))
        }
    }

    /// Crops a picture to the square part that attracts the most attention, for an avatar. Works in `folder`.
    public func avatar(of picture: [UInt8], in folder: String) async throws -> WebPPicture {
        try Data(picture).write(to: URL(filePath: folder + "/large.webp"))
        try await thumbnail("large.webp", "avatar.webp[Q=80]", Self.avatarSide, ["--crop", "attention"], in: folder)
        return try self.picture("avatar.webp", in: folder)
    }

    /// Reduces a picture until no side is longer than `side`. Never enlarges a picture. Refuses a truncated file, because vips would fill
    /// the missing part with grey.
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

    /// Reads a picture and removes its metadata, because vips (8.14) leaves some in the file with all its options.
    private func picture(_ file: String, in folder: String) throws -> WebPPicture {
        guard let picture = WebPPicture(removingMetadataFrom: Array(try Data(contentsOf: URL(filePath: folder + "/" + file)))) else {
            throw PictureFault.unreadable
        }
        return picture
    }

    private struct Header {
        var width: Int
        var height: Int
        var loader: String
        /// True if the colours need no conversion: they are sRGB or grey, without a profile.
        var isSRGB: Bool
    }

    /// Reads the properties of a picture from the output of `vipsheader`: `photo: 4000x3000 uchar, 3 bands, srgb, jpegload`, then a line
    /// for each metadata entry.
    private func header(of file: String, in folder: String, with modules: Modules) async throws -> Header {
        let output = try await run("vipsheader", ["-a", file], in: folder, with: modules)
        let lines = output.split(separator: "\n")
        guard let match = lines.first?.wholeMatch(of: /.*: (\d+)x(\d+) .*, ([\w\-]+), (\w+)/), let width = Int(match.1),
            let height = Int(match.2),
            (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { throw PictureFault.unreadable }
        let isSRGB = ["srgb", "b-w"].contains(match.3) && !lines.contains { $0.hasPrefix("icc-profile-data:") }
        return Header(width: width, height: height, loader: String(match.4), isSRGB: isSRGB)
    }

    /// Runs a program of vips with low priority, without core dumps, and with limits (prlimit, of util-linux) on memory, processor time,
    /// file size and open files.
    @discardableResult
    private func run(_ program: String, _ arguments: [String], in folder: String, with modules: Modules = .none) async throws -> String {
        let seconds = seconds * modules.timeFactor
        let bounds = ["--as=2147483648", "--cpu=\(seconds):\(seconds + 1)", "--fsize=67108864", "--nofile=64", "--core=0"]
        let environment: Environment = .custom([
            "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "VIPS_CONCURRENCY": "1", "TMPDIR": folder, "HOME": folder,
        ]).updating(modules.environment)
        let call = Arguments(["-n", "15", "prlimit"] + bounds + [program] + arguments)
        let result = try await Subprocess.run(
            .name("nice"), arguments: call, environment: environment, workingDirectory: FilePath(folder),
            output: .string(limit: Self.maxOutputBytes), error: .discarded)
        switch result.terminationStatus {
        case .exited(0): return result.standardOutput
        // There is no such program.
        case .exited(127): throw PictureFault.missing
        case .signaled(SIGXCPU): throw PictureFault.tooSlow
        default: throw PictureFault.unreadable
        }
    }
}
