import Foundation
import TestSupport
import Testing

/// Finds statements that read photos without a condition of `PhotoAccess`.
struct PhotoAccessTests {
    /// The functions whose statements need no condition, by file, with the reason.
    private static let exceptions: [String: (functions: Set<String>, reason: String)] = [
        "PhotoDataQueries": (["tags", "file"], "own photos, to export them"),
        "PhotoQueries": (
            ["known", "add", "newest", "count", "largeFile", "delete", "deleteUnsent", "setAvatar", "storeAvatar"], "own photos"
        ),
        "PhotoRoom": (["photo"], "the owner of a photo in a room that the member may see"),
        "PhotoNoticeQueries": (["notifyOfLike"], "the owner learns of a like that was added with a condition"),
        "PhotoTagQueries": (["adding", "deleteTags"], "own photos"),
        "PhotoFeedQueries": (["ownPhotos"], "own photos"),
        "LapNoteQueries": (["save"], "own photos"),
        "SlideItQueries": (["create"], "own photos"),
        "ReportQueries": (["state", "openCount", "openReports", "openPhotoReports", "dismiss"], "what admins have to decide"),
        "RemovalQueries": (["remove", "removals", "restore", "deleteExpired"], "what admins have removed"),
        "ChatMessageQueries": (["messages", "message", "deleteRemoved"], "photos of messages in a room that the member may see"),
    ]

    @Test func `every statement over photos says who may see them`() throws {
        let folder = TestDatabase.root + "/Sources/App"
        let files = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
        var checked = 0
        for file in files {
            let source = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            for match in source.matches(of: /"""(?s:.*?)"""|"[^"\n]*"/) where match.0.contains(/\b(FROM|JOIN) photos\b/) {
                checked += 1
                guard !match.0.contains("PhotoAccess.") else { continue }
                let before = source[..<match.range.lowerBound]
                let name = try #require(before.matches(of: /(?:func|static let) (\w+)/).last).1
                let type = URL(filePath: file).deletingPathExtension().lastPathComponent
                #expect(Self.exceptions[type]?.functions.contains(String(name)) == true, "\(type).\(name)")
            }
        }
        #expect(checked > 20)
    }
}
