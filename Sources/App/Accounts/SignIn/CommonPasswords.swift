/// The 10,000 most common passwords, in lower case and sorted by their bytes. The list is compiled into the program, so that no server runs
/// without the list.
enum CommonPasswords {
    private static let bytes = Array(text.utf8)
    private static let newline = UInt8(ascii: "\n")

    /// The offset of the first password, after the comment lines that name the source.
    private static let start: Int = {
        var start = 0
        while start < bytes.count, bytes[start] == UInt8(ascii: "#") { start = end(ofLineAt: start) + 1 }
        return start
    }()

    /// - Parameter password: the password in lower case.
    static func contain(_ password: String) -> Bool {
        let wanted = Array(password.utf8)
        var (low, high) = (start, bytes.count)
        while low < high {
            var middle = (low + high) / 2
            while middle > low, bytes[middle - 1] != newline { middle -= 1 }
            let end = end(ofLineAt: middle)
            let line = bytes[middle..<end]
            if line.elementsEqual(wanted) { return true }
            if line.lexicographicallyPrecedes(wanted) { low = end + 1 } else { high = middle }
        }
        return false
    }

    private static func end(ofLineAt start: Int) -> Int { bytes[start...].firstIndex(of: newline) ?? bytes.count }
}
