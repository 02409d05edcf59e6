import FoundationEssentials
import Glibc
import ServiceLifecycle

/// A folder that is there for as long as something is done in it.
enum UploadFolder {
    private static let prefix = "boardwalk-upload-"
    private static var parent: String { FileManager.default.temporaryDirectory.path() }

    static func with<Value: Sendable>(_ body: @Sendable (_ folder: String) async throws -> Value) async throws -> Value {
        // The system replaces the last six letters (mkdtemp(3)).
        var template = Array((parent + "/" + prefix + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFault(errno) }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(folder)
    }

    /// Removes leftovers, now and from time to time.
    static func keepTidy() async {
        await cancelWhenGracefulShutdown {
            repeat { removeLeftovers() } while (try? await Task.sleep(for: .seconds(600))) != nil
        }
    }

    /// Removes what servers left behind that were ended without a warning: nothing was written there for so long.
    static func removeLeftovers(olderThan seconds: Double = 3600) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            let path = parent + "/" + name
            let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            let changed = ([path] + files.map { path + "/" + $0 }).compactMap { file in
                (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date
            }.max()
            guard let changed, Date().timeIntervalSince(changed) > seconds else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}

/// What the system would not do.
struct SystemFault: Error, CustomStringConvertible {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    var description: String { String(cString: strerror(number)) }
}
