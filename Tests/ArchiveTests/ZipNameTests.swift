import Testing

@testable import Archive

@Suite struct ZipNameTests {
    @Test(arguments: [
        "a", "photos/7.webp", "a/b/c/d", ".hidden", "..a", "a..", "...a/b", "a b", " a", "12:30.jpg", "Fußgänger/日本語/🎠.webp", "aux:/x",
    ])
    func `a path inside the folder is accepted`(name: String) throws {
        #expect(try ZipName(name).bytes == Array(name.utf8))
    }

    @Test(arguments: [
        ("", ZipError.emptyName), ("/", .absoluteName), ("/etc/passwd", .absoluteName), ("//server/share", .absoluteName),
        ("C:/x", .absoluteName),
        ("z:x", .absoluteName), ("A:", .absoluteName),
        ("a\\b", .backslash), ("..\\a", .backslash), ("\\a", .backslash),
        ("a\0", .controlCharacter), ("a\nb", .controlCharacter), ("\u{7F}", .controlCharacter), ("a\u{1F}", .controlCharacter),
        ("a/", .emptyComponent), ("a//b", .emptyComponent),
        ("..", .dots), (".", .dots), ("../a", .dots), ("a/../b", .dots), ("a/..", .dots), ("./a", .dots), ("a/.. /b", .dots),
        ("a/ /b", .dots), ("...", .dots),
    ])
    func `a path that leaves the folder or names no file is refused`(name: String, error: ZipError) {
        var zip = ZipWriter()
        #expect(throws: error) { try zip.begin(name, modified: .sample) }
        #expect(throws: error) { try zip.add(name, [], modified: .sample) }
    }

    @Test func `a name that is too long is refused`() throws {
        let longest = String(repeating: "n", count: ZipName.longest)
        #expect(try ZipName(longest).bytes.count == ZipName.longest)
        #expect(throws: ZipError.nameTooLong) { try ZipName(longest + "n") }
    }

    /// A record has 83 bytes without its name.
    @Test func `the longest name fits into its directory record`() {
        #expect(ZipName.longest + 83 == 65_535)
    }
}
