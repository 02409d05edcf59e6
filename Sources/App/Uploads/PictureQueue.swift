import NIOCore
import Pictures
import Synchronization

/// Converts pictures, a few at once, and lets requesters take turns. All functions throw `Refusal` if no picture can be made of a file.
final class PictureQueue: Sendable {
    private let folder: UploadFolder
    private let converter: PictureConverter
    let places: FairSemaphore
    let processedFiles = Mutex(0)
    /// The maximum duration of one conversion in seconds. After it, the task is cancelled, which kills the process of vips. It is longer
    /// than the limit on processor time, because other work may use the processors meanwhile.
    private static let maxClockSeconds = 180

    /// - Parameters:
    ///   - folder: For temporary files.
    ///   - seconds: Maximum processor seconds of one step of a conversion.
    ///   - atOnce: The number of files that are processed at once. The default is half of the processors, so that pages remain fast.
    init(in folder: UploadFolder, seconds: Int, atOnce: Int = max(1, System.coreCount / 2)) {
        (self.folder, converter) = (folder, PictureConverter(seconds: seconds))
        places = FairSemaphore(FairSemaphore.Limits(count: atOnce))
    }

    /// Decodes a file to a large and a small picture.
    /// - Parameters:
    ///   - folder: Contains the file and nothing else. The pictures are written there, too.
    ///   - part: The part of the picture that is kept. If it is nil, the whole picture is kept.
    func pictures(
        of file: String, in folder: String, part: SquarePart? = nil, for requester: Requester, sides: PicturePair.Sides = .photo
    ) async throws -> PicturePair {
        try await convert(for: requester) { [self] in
            processedFiles.withLock { $0 += 1 }
            return try await converter.pictures(of: file, in: folder, part: part, sides: sides)
        }
    }

    /// Renders an SVG file of this server.
    func pictures(ofDrawing path: String) async throws -> PicturePair {
        try await folder.with { folder in
            try await convert(for: .server) { [converter] in try await converter.pictures(ofDrawing: path, in: folder) }
        }
    }

    /// Renders SVG documents that this server has made.
    func pictures(drawn drawings: [String], sides: PicturePair.Sides) async throws -> [PicturePair] {
        try await folder.with { folder in
            try await convert(for: .server) { [converter] in
                try await converter.pictures(drawn: drawings, sides: sides, in: folder)
            }
        }
    }

    /// Crops a stored picture to the square part that attracts the most attention, for an avatar.
    func avatar(of picture: [UInt8], for requester: Requester) async throws -> WebPPicture {
        try await folder.with { folder in
            try await convert(for: requester) { [converter] in try await converter.avatar(of: picture, in: folder) }
        }
    }

    private func convert<Value: Sendable>(
        for requester: Requester, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await places.enter(requester)
        defer { places.leave(requester) }
        do {
            return try await race(work) {
                try await Task.sleep(for: .seconds(Self.maxClockSeconds))
                return PictureFault.tooSlow
            }
        } catch let fault as PictureFault {
            throw fault.refusal
        }
    }
}
