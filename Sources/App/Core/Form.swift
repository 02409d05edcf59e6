import SafeText

/// A posted form (application/x-www-form-urlencoded): each field's text, "" when it is missing.
struct Form: Sendable {
    private var fields: [String: String] = [:]
    /// Of fields that come several times, what came before the last.
    private var earlier: [String: [String]] = [:]

    /// The largest form the server reads, in bytes.
    static let sizeLimit = 64 * 1024
    /// The longest name of a field, in bytes, all of them ASCII: others stand in no form of ours.
    private static let nameLimit = 64

    init() {}

    init(_ fields: [String: String]) { self.fields = fields.mapValues { StreamSafeText.text($0) } }

    /// As the URL Standard's section 5.1 has it: any bytes are a form. Of fields with one name the last counts, but for `values`.
    init(parsing bytes: some Collection<UInt8>) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            add(Self.unescaped(name), Self.unescaped(pair.dropFirst(name.count + 1)))
        }
    }

    /// Adds a field as it came, in bytes.
    mutating func add(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        guard name.count <= Self.nameLimit, name.allSatisfy({ $0 < 0x80 }) else { return }
        let name = String(decoding: name, as: UTF8.self)
        if let before = fields.updateValue(StreamSafeText.text(value), forKey: name) { earlier[name, default: []].append(before) }
    }

    /// Blanks for `+`, and bytes for `%41`; what is no escape stays.
    private static func unescaped(_ text: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                var digits = rest
                if let high = digits.popFirst().flatMap(digit), let low = digits.popFirst().flatMap(digit) {
                    bytes.append(high << 4 | low)
                    rest = digits
                } else {
                    bytes.append(byte)
                }
            default: bytes.append(byte)
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

    /// All fields with that name, in their order, as of boxes that are ticked.
    func values(_ name: String) -> [String] { earlier[name, default: []] + (fields[name].map { [$0] } ?? []) }

    /// nil: there is no such field.
    func value(_ name: String) -> String? { fields[name] }

    subscript(name: String) -> String {
        get { fields[name] ?? "" }
        set { fields[name] = StreamSafeText.text(newValue) }
    }

    /// A line of text: outer white space removed, inner runs of it one space, nothing that cannot be seen or that turns the text around.
    /// "" when nothing visible is left.
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

    /// Text of several lines, as `line` but with its line breaks and inner spaces.
    func paragraph(_ name: String) -> String {
        // By scalars a line break of two is one less; a lone carriage return is no break.
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
