import Crypto
import Folders
import FoundationEssentials
import Glibc

/// Where files are while something is done with them: in a folder of this server's own below the data folder, as they may be more than a
/// memory disk holds. Several servers may share the data folder.
final class UploadFolder: Sendable {
    private let own: OwnedFolder

    /// Removes what servers left there that were ended without a warning.
    init(below data: String) throws { own = try OwnedFolder(in: data + "/uploads") }

    var path: String { own.path }

    /// Gives `body` a folder that is there until it returns.
    func with<Value: Sendable>(_ body: @Sendable (_ folder: String) async throws -> Value) async throws -> Value {
        let folder = try own.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(folder)
    }

    /// The same with a file in it that nobody has sent: a provider's, or the operator's.
    func with<Value: Sendable>(
        _ bytes: [UInt8], _ body: @Sendable (_ file: String, _ digest: [UInt8], _ folder: String) async throws -> Value
    ) async throws -> Value {
        try await with { folder in
            let (file, data) = ("provided", Data(bytes))
            try data.write(to: URL(filePath: folder + "/" + file))
            return try await body(file, Array(SHA256.hash(data: data)), folder)
        }
    }

    /// Removes all of it, when the server stops.
    func remove() { own.remove() }
}

/// What the system would not do.
struct SystemFault: Error, CustomStringConvertible {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    var description: String { String(cString: strerror(number)) }
}
