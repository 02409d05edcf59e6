import Folders
import Foundation
import Testing

struct OwnedFolderTests {
    private let parent = FileManager.default.temporaryDirectory.path + "/folders-\(UUID())"

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `a folder is private and is removed with its owner`() throws {
        defer { try? FileManager.default.removeItem(atPath: parent) }
        var owned: OwnedFolder? = try OwnedFolder(in: parent + "/above/uploads")
        let path = try #require(owned?.path)
        let inside = try #require(try owned?.makeFolder())
        for folder in [path, inside, parent + "/above/uploads"] {
            let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
            #expect(mode == 0o700, "\(folder)")
        }
        owned = nil
        #expect(!exists(path) && exists(parent + "/above/uploads"))
    }

    @Test func `abandoned folders are removed and owned ones stay`() throws {
        defer { try? FileManager.default.removeItem(atPath: parent) }
        let living = try OwnedFolder(in: parent)
        // One owner ended before it had its lock, the other one after that.
        let left = [parent + "/owner-young", parent + "/owner-old"]
        let foreign = parent + "/pictures"
        for folder in left + [foreign] {
            try FileManager.default.createDirectory(atPath: folder + "/inside", withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: folder + "/inside/upload-0"))
        }
        try Data().write(to: URL(filePath: left[1] + "/lock"))
        let next = try OwnedFolder(in: parent)
        #expect(!exists(left[0]) && !exists(left[1]))
        #expect(exists(living.path) && exists(next.path) && exists(foreign + "/inside/upload-0"))
        living.remove()
        #expect(!exists(living.path))
    }

    @Test func `folders made at the same time do not remove each other`() async throws {
        defer { try? FileManager.default.removeItem(atPath: parent) }
        let folders = try await withThrowingTaskGroup(of: OwnedFolder.self) { [parent] group in
            for _ in 0..<100 { group.addTask { try OwnedFolder(in: parent) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(folders.map(\.path)).count == 100)
        #expect(folders.allSatisfy { exists($0.path + "/lock") })
    }

    @Test func `a folder is removed while others write into it`() async throws {
        defer { try? FileManager.default.removeItem(atPath: parent) }
        for _ in 0..<20 {
            let owned = try OwnedFolder(in: parent)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<200 {
                            guard let folder = try? owned.makeFolder() else { return }
                            try? Data().write(to: URL(filePath: folder + "/upload-0"))
                        }
                    }
                }
                group.addTask { owned.remove() }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["lock"])
        }
    }

    @Test func `a lock has one owner at a time`() throws {
        defer { try? FileManager.default.removeItem(atPath: parent) }
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        var first: FolderLock? = try FolderLock(parent)
        let fault = #expect(throws: FolderFault.self) { try FolderLock(parent) }
        #expect(fault?.isTaken == true && first != nil)
        first = nil
        _ = try FolderLock(parent)
    }

    @Test func `a folder that cannot be created is named`() {
        let fault = #expect(throws: FolderFault.self) { try OwnedFolder(in: "/proc/uploads") }
        #expect(fault?.isTaken == false && fault?.description.hasPrefix("/proc/uploads: ") == true)
    }
}
