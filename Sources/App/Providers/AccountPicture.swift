import Crypto
import FoundationEssentials
import Postgres

/// The picture of an account, in the sizes that a photo and a face have.
struct AccountPicture: Sendable {
    var pictures: PhotoProcessor.Pictures
    var face: WebPPicture
    /// SHA-256 of what was sent.
    var digest: [UInt8]
}

/// Makes an account's picture of a file, outside the process, within the limits of photos.
struct AccountPictureMaker: Sendable {
    let services: Services
    let holder: Holder

    /// Throws `Refusal`.
    func picture(of upload: Upload) async throws -> AccountPicture {
        guard let file = upload.files.first else { throw Refusal(.unprocessableContent, "Choose a picture first.") }
        guard upload.files.count == 1 else { throw Refusal(.unprocessableContent, "Choose one picture.") }
        if let refusal = file.refusal { throw refusal }
        guard file.size > 0 else { throw Refusal(.unprocessableContent, "That file is empty.") }
        return try await picture(of: file.name, digest: file.digest, in: upload.folder)
    }

    /// Throws `Refusal`.
    func picture(of bytes: [UInt8]) async throws -> AccountPicture {
        try await services.uploadFolder.with { folder in
            let file = "provided"
            try Data(bytes).write(to: URL(filePath: folder + "/" + file))
            return try await picture(of: file, digest: Array(SHA256.hash(data: Data(bytes))), in: folder)
        }
    }

    private func picture(of file: String, digest: [UInt8], in folder: String) async throws -> AccountPicture {
        let pictures = try await services.photos.pictures(of: file, in: folder, for: holder)
        let face = try await services.photos.face(of: pictures.large.bytes, for: holder)
        return AccountPicture(pictures: pictures, face: face, digest: digest)
    }
}
