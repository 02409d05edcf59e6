import Crypto
import Postgres

/// The picture of a title, in two sizes.
struct CoverFiles: Sendable {
    var pictures: PhotoProcessor.Pictures
    /// SHA-256 of what it was made of.
    var digest: [UInt8]

    enum Size: String, StoredName, CaseIterable {
        case large, small
    }
}

/// Makes covers outside the process, within the limits of photos, and stores them.
struct CoverStore: Sendable {
    let services: Services
    private let queries = CoverQueries()

    init(_ services: Services) { self.services = services }

    /// Stores a picture in any format that photos may have as the cover of a title that is everybody's, instead of the one before.
    /// Throws `Refusal` where it is no picture, or a server without vips. Returns whether there is such a title.
    @discardableResult
    func store(_ picture: [UInt8], of title: ID<Title>) async throws -> Bool {
        let cover = try await cover(of: picture)
        return try await services.database.write(tenant: 0, queries.keep(cover, of: title)) > 0
    }

    /// The same with drawings that the program itself has made, SVG documents: some at a time, as vips works on them at once.
    func store(drawn drawings: [(title: ID<Title>, drawing: String)]) async throws {
        let pictures = try await services.photos.pictures(drawn: drawings.map(\.drawing), sides: .cover)
        for ((title, drawing), pictures) in zip(drawings, pictures) {
            let cover = CoverFiles(pictures: pictures, digest: Array(SHA256.hash(data: Array(drawing.utf8))))
            try await services.database.write(tenant: 0, queries.keep(cover, of: title))
        }
    }

    /// Throws `Refusal`.
    func cover(of picture: [UInt8]) async throws -> CoverFiles {
        try await services.uploadFolder.with(picture) { file, digest, folder in
            try await cover(of: file, digest: digest, in: folder, for: .house)
        }
    }

    /// Throws `Refusal`.
    func cover(of upload: Upload, for holder: Holder) async throws -> CoverFiles {
        guard let file = try upload.picture() else { throw Refusal(.unprocessableContent, "Choose a picture first.") }
        return try await cover(of: file.name, digest: file.digest, in: upload.folder, for: holder)
    }

    private func cover(of file: String, digest: [UInt8], in folder: String, for holder: Holder) async throws -> CoverFiles {
        CoverFiles(pictures: try await services.photos.pictures(of: file, in: folder, for: holder, sides: .cover), digest: digest)
    }
}

extension PhotoProcessor.Sides {
    /// Of what stands upright: on a title's page 264 pixels wide, and in lists 44, on screens that have two and three for one.
    static let cover = PhotoProcessor.Sides(large: 704, small: 352)
}
