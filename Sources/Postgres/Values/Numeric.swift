/// An exact decimal number (`numeric`) as text, such as `-12.50`. It keeps the number of decimals that it was created with. It may also be
/// `NaN`, `Infinity` or `-Infinity`.
public struct Numeric: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public static let nan = Numeric(checked: "NaN")
    public static let infinity = Numeric(checked: "Infinity")
    public static let negativeInfinity = Numeric(checked: "-Infinity")

    /// Parses digits with an optional sign and decimal point, without an exponent. Returns nil if the text is not such a number. Also
    /// returns nil if it exceeds PostgreSQL's limits of 131,072 digits before the point and 16,383 after it.
    public init?(_ text: some StringProtocol) {
        if let special = [Self.nan, Self.infinity, Self.negativeInfinity].first(where: { $0.description == text }) {
            self = special
            return
        }
        let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard !whole.isEmpty || !fraction.isEmpty, whole.utf8.count <= 131_072, fraction.utf8.count <= 16_383 else { return nil }
        self.init(whole: String(whole), fraction: fraction, isNegative: text.hasPrefix("-"))
    }

    public init(_ value: Int) { self.init(checked: String(value)) }

    private init(checked text: String) { description = text }

    private init(whole: String, fraction: String, isNegative: Bool) {
        let digits = whole.drop { $0 == "0" }
        let isZero = digits.isEmpty && fraction.allSatisfy { $0 == "0" }
        self.init(
            checked: (isNegative && !isZero ? "-" : "") + (digits.isEmpty ? "0" : digits) + (fraction.isEmpty ? "" : "." + fraction))
    }
}

/// Encodes and decodes the binary format (numeric.c, `numeric_send`): the number of base-10,000 digits, the weight of the first digit, the
/// sign, the number of decimals, and the digits. Each field has 16 bits.
extension Numeric: PostgresValue {
    private enum Sign {
        static let negative: UInt16 = 0x4000
        static let nan: UInt16 = 0xC000
        static let infinity: UInt16 = 0xD000
        static let negativeInfinity: UInt16 = 0xF000
    }

    public static var typeID: UInt32 { TypeID.numeric }
    public static var arrayTypeID: UInt32 { TypeID.numericArray }

    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .nan: Self.append([], weight: 0, sign: Sign.nan, scale: 0, to: &bytes)
        case .infinity: Self.append([], weight: 0, sign: Sign.infinity, scale: 0, to: &bytes)
        case .negativeInfinity: Self.append([], weight: 0, sign: Sign.negativeInfinity, scale: 0, to: &bytes)
        default: encodeDigits(into: &bytes)
        }
    }

    private func encodeDigits(into bytes: inout [UInt8]) {
        let isNegative = description.hasPrefix("-")
        let parts = description.drop { $0 == "-" }.split(separator: ".")
        var whole = parts[0].utf8.map { UInt16($0 - 0x30) }
        var fraction = parts.count == 2 ? parts[1].utf8.map { UInt16($0 - 0x30) } : []
        let scale = fraction.count
        whole.insert(contentsOf: [UInt16](repeating: 0, count: (4 - whole.count % 4) % 4), at: 0)
        fraction += [UInt16](repeating: 0, count: (4 - scale % 4) % 4)
        let all = whole + fraction
        let groups = stride(from: 0, to: all.count, by: 4).map { start -> UInt16 in
            all[start..<start + 4].reduce(0) { $0 * 10 + $1 }
        }
        let leading = groups.prefix { $0 == 0 }.count
        let trailing = leading == groups.count ? 0 : groups.reversed().prefix { $0 == 0 }.count
        let significant = Array(groups.dropFirst(leading).dropLast(trailing))
        let weight = significant.isEmpty ? 0 : whole.count / 4 - 1 - leading
        Self.append(significant, weight: weight, sign: isNegative ? Sign.negative : 0, scale: scale, to: &bytes)
    }

    private static func append(_ groups: [UInt16], weight: Int, sign: UInt16, scale: Int, to bytes: inout [UInt8]) {
        bytes.append(bigEndian: UInt16(groups.count))
        bytes.append(bigEndian: Int16(weight))
        bytes.append(bigEndian: sign)
        bytes.append(bigEndian: UInt16(scale))
        for group in groups { bytes.append(bigEndian: group) }
    }

    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Numeric? {
        guard type == TypeID.numeric, let bytes, let count = bytes.bigEndian(UInt16.self), let weight = bytes.bigEndian(Int16.self, at: 2),
            let sign = bytes.bigEndian(UInt16.self, at: 4), let scale = bytes.bigEndian(UInt16.self, at: 6)
        else { return nil }
        switch sign {
        case Sign.nan: return .nan
        case Sign.infinity: return .infinity
        case Sign.negativeInfinity: return .negativeInfinity
        default: break
        }
        let groups = (0..<Int(count)).compactMap { bytes.bigEndian(UInt16.self, at: 8 + 2 * $0) }
        guard groups.count == Int(count), groups.allSatisfy({ $0 < 10_000 }) else { return nil }
        return Numeric(groups: groups, weight: Int(weight), scale: Int(scale), isNegative: sign == Sign.negative)
    }

    private init(groups: [UInt16], weight: Int, scale: Int, isNegative: Bool) {
        func digits(at place: Int) -> String {
            let group = groups.indices.contains(place) ? groups[place] : 0
            return String(String(10_000 + Int(group)).dropFirst())
        }
        let whole = weight < 0 ? "" : (0...weight).map(digits).joined()
        let decimals = (0..<(scale + 3) / 4).map { digits(at: weight + 1 + $0) }.joined()
        self.init(whole: whole, fraction: String(decimals.prefix(scale)), isNegative: isNegative)
    }
}
