import Postgres

/// The picture of an account, a square, in the sizes that a photo and a face have.
struct AccountPicture: Sendable {
    var pictures: PhotoProcessor.Pictures
    var face: WebPPicture
    /// SHA-256 of what was sent.
    var digest: [UInt8]
}

/// The file that somebody sends as their picture, before anything looks into it.
struct SentPicture: Sendable {
    let file: UploadedFile
    /// Where the file is, and nothing else.
    let folder: String
    let part: SquarePart

    /// nil: none was chosen. Throws `Refusal`.
    init?(_ upload: Upload) throws {
        guard let file = try upload.picture() else { return nil }
        (self.file, folder, part) = (file, upload.folder, try SquarePart(upload.fields))
    }
}

/// Makes an account's picture of a file, outside the process, within the limits of photos.
struct AccountPictureMaker: Sendable {
    let services: Services
    let holder: Holder

    /// Throws `Refusal`.
    func picture(of sent: SentPicture) async throws -> AccountPicture {
        try await picture(of: sent.file.name, digest: sent.file.digest, part: sent.part, in: sent.folder)
    }

    /// Throws `Refusal`.
    func picture(of bytes: [UInt8]) async throws -> AccountPicture {
        try await services.uploadFolder.with(bytes) { file, digest, folder in
            try await picture(of: file, digest: digest, part: .centre, in: folder)
        }
    }

    private func picture(of file: String, digest: [UInt8], part: SquarePart, in folder: String) async throws -> AccountPicture {
        let pictures = try await services.photos.pictures(of: file, in: folder, part: part, for: holder)
        let face = try await services.photos.face(of: pictures.large.bytes, for: holder)
        return AccountPicture(pictures: pictures, face: face, digest: digest)
    }
}
