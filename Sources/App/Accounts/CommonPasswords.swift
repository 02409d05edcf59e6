/// The 3,000 passwords that are guessed first, in lower case, sorted by their bytes, and compiled in, so that no server runs without them.
/// They are looked up where they lie, without a copy. Made by `script/common-passwords`.
enum CommonPasswords {
    private static let text = PackageResources.common_passwords_txt
    private static let newline = UInt8(ascii: "\n")

    /// Behind where they come from.
    private static let start: Int = {
        var start = 0
        while start < text.count, text[start] == UInt8(ascii: "#") { start = end(ofLineAt: start) + 1 }
        return start
    }()

    /// Whether it is one of them, given in lower case.
    static func contain(_ password: String) -> Bool {
        let wanted = Array(password.utf8)
        var (low, high) = (start, text.count)
        while low < high {
            var middle = (low + high) / 2
            while middle > low, text[middle - 1] != newline { middle -= 1 }
            let end = end(ofLineAt: middle)
            let line = text[middle..<end]
            if line.elementsEqual(wanted) { return true }
            if line.lexicographicallyPrecedes(wanted) { low = end + 1 } else { high = middle }
        }
        return false
    }

    private static func end(ofLineAt start: Int) -> Int { text[start...].firstIndex(of: newline) ?? text.count }
}
