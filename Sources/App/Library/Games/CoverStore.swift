import Pictures
import Crypto
import Postgres

struct CoverFiles: Sendable {
    var pictures: PicturePair
    /// The SHA-256 hash of the uploaded or drawn image.
    var digest: [UInt8]

    enum Size: String, DatabaseEnum, CaseIterable {
        case large, small
    }
}

/// Converts images to covers in a separate process, within the limits for photos, and stores the covers.
struct CoverStore: Sendable {
    let services: Services
    private let queries = CoverQueries()

    init(_ services: Services) { self.services = services }

    /// Stores or replaces the cover of a shared game. The image can have any format that photos can have.
    ///
    /// Returns false if the game does not exist. Throws `Refusal` if the bytes are not an image, or if vips is not installed.
    @discardableResult
    func store(_ picture: [UInt8], of game: ID<VideoGame>) async throws -> Bool {
        let cover = try await cover(of: picture)
        return try await services.database.write(tenant: 0, queries.save(cover, of: game)) > 0
    }

    /// Stores covers of shared games that this program has drawn as SVG images. The tool vips converts all of them in one call.
    func store(drawn drawings: [(game: ID<VideoGame>, drawing: String)]) async throws {
        let pictures = try await services.pictures.pictures(drawn: drawings.map(\.drawing), sides: .cover)
        for ((game, drawing), pictures) in zip(drawings, pictures) {
            let cover = CoverFiles(pictures: pictures, digest: Array(SHA256.hash(data: Array(drawing.utf8))))
            try await services.database.write(tenant: 0, queries.save(cover, of: game))
        }
    }

    func cover(of picture: [UInt8]) async throws -> CoverFiles {
        try await services.uploadFolder.with(picture) { file, digest, folder in
            try await cover(of: file, digest: digest, in: folder, for: .server)
        }
    }

    func cover(of upload: Upload, for requester: Requester) async throws -> CoverFiles {
        guard let file = try upload.picture() else { throw Refusal(.unprocessableContent, "Choose a picture first.") }
        return try await cover(of: file.name, digest: file.digest, in: upload.folder, for: requester)
    }

    private func cover(of file: String, digest: [UInt8], in folder: String, for requester: Requester) async throws -> CoverFiles {
        CoverFiles(pictures: try await services.pictures.pictures(of: file, in: folder, for: requester, sides: .cover), digest: digest)
    }
}

extension PicturePair.Sides {
    /// The longest side of a cover in its two sizes, in pixels. Covers are upright. A game's page shows a cover 264 CSS pixels wide, and a
    /// list shows it 44 CSS pixels wide. A screen has up to three pixels for each CSS pixel.
    static let cover = PicturePair.Sides(large: 704, small: 352)
}
