import SafeText

/// A posted form (application/x-www-form-urlencoded). The text of a missing field is "".
struct Form: Sendable {
    private var fields: [String: String] = [:]
    /// For each name that occurs several times, all of its values except the last one.
    private var earlierValues: [String: [String]] = [:]

    static let sizeLimit = 64 * 1024
    private static let valueLimit = 8192
    /// The maximum number of bytes in the name of a field. A longer name, or a name that is not ASCII, is ignored, because no form of the
    /// site has such a field.
    private static let nameLimit = 64

    init() {}

    /// Creates a form from values that were read from a file. A value is cut after 8,192 Unicode scalars, which is more than any field may
    /// have.
    init(_ fields: [String: String]) {
        self.fields = fields.mapValues { StreamSafeText.text($0.utf8.count <= Self.valueLimit ? $0 : $0.prefix(scalars: Self.valueLimit)) }
    }

    /// Parses a form as section 5.1 of the URL Standard says, which accepts any bytes. If a name occurs several times, its last value
    /// counts, except in `values`.
    init(parsing bytes: some Collection<UInt8>) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            // An escape such as `%41` has three bytes, so an escaped name may be three times as long as the limit.
            guard name.count <= 3 * Self.nameLimit else { continue }
            add(Self.unescaped(name), Self.unescaped(pair.dropFirst(name.count + 1)))
        }
    }

    mutating func add(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        guard name.count <= Self.nameLimit, name.allSatisfy({ $0 < 0x80 }) else { return }
        let name = String(decoding: name, as: UTF8.self)
        if let before = fields.updateValue(StreamSafeText.text(value), forKey: name) { earlierValues[name, default: []].append(before) }
    }

    /// Decodes `+` and escapes such as `%41`. A malformed escape stays as it is.
    private static func unescaped(_ text: some Collection<UInt8>) -> [UInt8] {
        let text = Array(text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: "%"), index + 1 < text.count, let high = digit(text[index]), let low = digit(text[index + 1]) {
                bytes.append(high << 4 | low)
                index += 2
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// All values of the fields with this name, in their order, for example of several checked boxes.
    func values(_ name: String) -> [String] { earlierValues[name, default: []] + (fields[name].map { [$0] } ?? []) }

    func value(_ name: String) -> String? { fields[name] }

    subscript(name: String) -> String {
        get { fields[name] ?? "" }
        set { fields[name] = StreamSafeText.text(newValue) }
    }

    /// The value as one line of text. White space at both ends is removed, inner white space becomes one space, and invisible characters
    /// and bidirectional overrides are removed. "" if nothing visible is left.
    func line(_ name: String) -> String {
        let seen = VisibleText.of(self[name], besides: ["\t", "\n", "\r"]).unicodeScalars
        var (line, isSpaceDue) = (String.UnicodeScalarView(), false)
        for scalar in seen {
            if Self.isSpace(scalar) {
                isSpaceDue = !line.isEmpty
            } else {
                if isSpaceDue { line.append(" ") }
                line.append(scalar)
                isSpaceDue = false
            }
        }
        return String(line)
    }

    /// The value as a text of several lines. It is cleaned like a `line`, but keeps its line breaks and inner spaces.
    func paragraph(_ name: String) -> String {
        // The filter removes each carriage return. It works on Unicode scalars, because Swift counts CR LF as one character.
        let seen = VisibleText.of(self[name], besides: ["\n", "\t"]).unicodeScalars
        guard let first = seen.firstIndex(where: { !Self.isSpace($0) }), let last = seen.lastIndex(where: { !Self.isSpace($0) })
        else { return "" }
        return String(seen[first...last])
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
    }

    func number(_ name: String) -> Int? { Int(self[name]) }
}
