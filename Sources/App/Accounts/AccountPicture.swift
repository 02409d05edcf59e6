import Pictures
import Postgres

/// The square picture of an account in three sizes: large and small like a photo, and `avatar` for use beside the name.
struct AccountPicture: Sendable {
    var pictures: PicturePair
    var avatar: WebPPicture
    var digest: [UInt8]
}

/// A file that was uploaded as the account's picture, before it is decoded.
struct UploadedPicture: Sendable {
    let file: UploadedFile
    /// The temporary folder that contains only this file.
    let folder: String
    let part: SquarePart

    /// Nil if the visitor chose no file. Throws `Refusal` if there is more than one file, or if the file or the crop is not accepted.
    init?(_ upload: Upload) throws {
        guard let file = try upload.picture() else { return nil }
        (self.file, folder, part) = (file, upload.folder, try SquarePart(upload.fields))
    }
}

/// Converts a file to an account's picture. The conversion runs in separate processes, and the limits for photos apply to it.
struct AccountPictureMaker: Sendable {
    let services: Services
    let requester: Requester

    /// Throws `Refusal` if the file cannot be converted.
    func picture(of sent: UploadedPicture) async throws -> AccountPicture {
        try await picture(of: sent.file.name, digest: sent.file.digest, part: sent.part, in: sent.folder)
    }

    /// Crops the picture to its centre. Throws `Refusal` if the bytes cannot be converted.
    func picture(of bytes: [UInt8]) async throws -> AccountPicture {
        try await services.uploadFolder.with(bytes) { file, digest, folder in
            try await picture(of: file, digest: digest, part: .centre, in: folder)
        }
    }

    private func picture(of file: String, digest: [UInt8], part: SquarePart, in folder: String) async throws -> AccountPicture {
        let pictures = try await services.pictures.pictures(of: file, in: folder, part: part, for: requester)
        let avatar = try await services.pictures.avatar(of: pictures.large.bytes, for: requester)
        return AccountPicture(pictures: pictures, avatar: avatar, digest: digest)
    }
}

extension SquarePart {
    /// Reads the fields `crop_x`, `crop_y` and `crop_side`. If all of them are empty, the part is `centre`. Throws `Refusal` if a field is
    /// malformed.
    init(_ form: Form) throws {
        let fields = ["crop_x", "crop_y", "crop_side"].map { form[$0] }
        guard fields.contains(where: { !$0.isEmpty }) else {
            self = .centre
            return
        }
        let numbers = fields.compactMap { Double($0) }
        guard numbers.count == 3, let part = SquarePart(x: numbers[0], y: numbers[1], side: numbers[2]) else {
            throw Refusal(.unprocessableContent, "That is not a part of the picture. Choose the part again.")
        }
        self = part
    }
}
