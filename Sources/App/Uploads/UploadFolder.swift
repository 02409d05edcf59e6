import Crypto
import Folders
import FoundationEssentials
import Glibc

/// Holds uploaded files while they are processed. The folder lies below the data folder, because the usual folder for temporary files may
/// be a memory disk, which is too small. Several servers can share the data folder. Each of them has its own folder for uploads.
final class UploadFolder: Sendable {
    private let own: OwnedFolder

    /// Creates the folder. Deletes the folders of other servers that ended without deleting them.
    init(below data: String) throws { own = try OwnedFolder(in: data + "/uploads") }

    var path: String { own.path }

    /// Runs `body` with a new folder, which is deleted afterwards.
    func with<Value: Sendable>(_ body: @Sendable (_ folder: String) async throws -> Value) async throws -> Value {
        let folder = try own.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(folder)
    }

    /// Runs `body` with a new folder that contains a file with `bytes`, for files that no visitor has uploaded. `digest` is the SHA-256
    /// hash of the bytes.
    func with<Value: Sendable>(
        _ bytes: [UInt8], _ body: @Sendable (_ file: String, _ digest: [UInt8], _ folder: String) async throws -> Value
    ) async throws -> Value {
        try await with { folder in
            let (file, data) = ("provided", Data(bytes))
            try data.write(to: URL(filePath: folder + "/" + file))
            return try await body(file, Array(SHA256.hash(data: data)), folder)
        }
    }

    func remove() { own.remove() }
}

/// A system call that failed. `number` is its `errno`.
struct SystemFault: Error, CustomStringConvertible {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    var description: String { String(cString: strerror(number)) }
}
