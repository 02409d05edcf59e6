/// A QR code (ISO/IEC 18004) in byte mode, with error correction of level M.
struct QRCode: Sendable {
    /// The number of modules (small squares) on each side, without the quiet zone (the empty border).
    private(set) var size: Int
    private var dark: [Bool]
    /// Whether each module belongs to a fixed pattern. The modules of fixed patterns contain no data and are not masked.
    private var isFixed: [Bool]

    /// Encodes the bytes with the mask that has the lowest penalty. Nil if there are more than 2331 bytes, which do not fit into the
    /// largest QR code with error correction level M.
    init?(_ bytes: [UInt8]) {
        guard let codewords = QRCodewords(bytes) else { return nil }
        size = 17 + 4 * codewords.version
        dark = [Bool](repeating: false, count: size * size)
        isFixed = dark
        drawPatterns(version: codewords.version)
        drawFormat(mask: 0)
        drawContent(codewords.all)
        var (best, least) = (masked(by: 0), Int.max)
        for mask in 0..<8 {
            let candidate = masked(by: mask)
            let penalty = candidate.penalty
            if penalty < least { (best, least) = (candidate, penalty) }
        }
        self = best
    }

    func isDark(x: Int, y: Int) -> Bool { dark[y * size + x] }

    /// The dark modules as SVG path data, with one rectangle for each horizontal run of dark modules.
    /// - Parameter margin: the number of empty modules at the left and at the top.
    func path(margin: Int) -> String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let start = x
                while x < size, isDark(x: x, y: y) { x += 1 }
                if x > start { path += "M\(start + margin) \(y + margin)h\(x - start)v1h-\(x - start)z" }
                x += 1
            }
        }
        return path
    }

    // MARK: Patterns

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        dark[y * size + x] = isDark
        isFixed[y * size + x] = true
    }

    private mutating func drawPatterns(version: Int) {
        for place in 0..<size {
            set(6, place, place % 2 == 0)
            set(place, 6, place % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            drawSquares(around: x, y, reach: 4) { $0 != 2 && $0 != 4 }
        }
        let places = alignments(version: version)
        for (row, y) in places.enumerated() {
            for (column, x) in places.enumerated() {
                let last = places.count - 1
                // Finder patterns already occupy these three corners.
                if (row == 0 && (column == 0 || column == last)) || (row == last && column == 0) { continue }
                drawSquares(around: x, y, reach: 2) { $0 != 1 }
            }
        }
        if version >= 7 { drawVersion(version) }
    }

    /// Draws concentric squares around the module at `x` and `y`.
    /// - Parameter isDark: whether the square at this distance from the centre is dark.
    private mutating func drawSquares(around x: Int, _ y: Int, reach: Int, _ isDark: (Int) -> Bool) {
        for dy in -reach...reach {
            for dx in -reach...reach where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
                set(x + dx, y + dy, isDark(max(abs(dx), abs(dy))))
            }
        }
    }

    /// The coordinates of the centres of the alignment patterns (annex E). The same numbers are used for x and for y.
    private func alignments(version: Int) -> [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = version == 32 ? 26 : (4 * version + 2 * count + 1) / (2 * count - 2) * 2
        return [6] + (0..<count - 1).reversed().map { size - 7 - step * $0 }
    }

    private mutating func drawVersion(_ version: Int) {
        var remainder = version
        for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1f25 }
        let bits = version << 12 | remainder
        for place in 0..<18 {
            let (one, other, isSet) = (size - 11 + place % 3, place / 3, bits >> place & 1 == 1)
            set(one, other, isSet)
            set(other, one, isSet)
        }
    }

    /// Draws both copies of the format information, which contains the error correction level M and the number of the mask.
    private mutating func drawFormat(mask: Int) {
        var remainder = mask
        for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
        let bits = (mask << 10 | remainder) ^ 0x5412
        func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
        for place in 0..<6 { set(8, place, bit(place)) }
        set(8, 7, bit(6))
        set(8, 8, bit(7))
        set(7, 8, bit(8))
        for place in 9..<15 { set(14 - place, 8, bit(place)) }
        for place in 0..<8 { set(size - 1 - place, 8, bit(place)) }
        for place in 8..<15 { set(8, size - 15 + place, bit(place)) }
        set(8, size - 8, true)
    }

    // MARK: Content

    /// The indices of the content modules in the order of the bits. The bits fill pairs of columns from right to left, alternately upward
    /// and downward.
    private var contentIndices: [Int] {
        var places: [Int] = []
        let columns = Array(stride(from: size - 1, to: 6, by: -2)) + [5, 3, 1]
        for right in columns {
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<size {
                let start = (isUpward ? size - 1 - step : step) * size
                for place in [start + right, start + right - 1] where !isFixed[place] { places.append(place) }
            }
        }
        return places
    }

    private mutating func drawContent(_ codewords: [UInt8]) {
        for (bit, place) in contentIndices.enumerated() where bit < 8 * codewords.count {
            dark[place] = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
        }
    }

    private func masked(by mask: Int) -> QRCode {
        var code = self
        for y in 0..<size {
            for x in 0..<size where !isFixed[y * size + x] && Self.inverts(mask, x, y) { code.dark[y * size + x].toggle() }
        }
        code.drawFormat(mask: mask)
        return code
    }

    /// Whether the mask with this number inverts the module at `x` and `y` (table 10).
    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// The penalty of the mask (section 7.8.3). It counts long runs, 2×2 blocks, patterns like a finder pattern, and too many modules of
    /// one colour.
    private var penalty: Int {
        let rows = (0..<size).map { y in (0..<size).map { x in isDark(x: x, y: y) } }
        let columns = (0..<size).map { x in (0..<size).map { y in isDark(x: x, y: y) } }
        var blocks = 0
        for (row, next) in zip(rows, rows.dropFirst()) {
            for x in 1..<size where row[x] == row[x - 1] && row[x] == next[x] && row[x] == next[x - 1] { blocks += 3 }
        }
        let share = dark.reduce(0) { $0 + ($1 ? 1 : 0) } * 20 - dark.count * 10
        return (rows + columns).reduce(blocks + abs(share) / dark.count * 10) { $0 + Self.penalty(of: $1) }
    }

    private static let finderPattern = [true, false, true, true, true, false, true]

    private static func penalty(of line: [Bool]) -> Int {
        var (penalty, run) = (0, 1)
        for place in 1...line.count {
            if place < line.count, line[place] == line[place - 1] {
                run += 1
            } else {
                if run >= 5 { penalty += run - 2 }
                run = 1
            }
        }
        for start in 0...line.count - 7 where line[start..<start + 7].elementsEqual(finderPattern) {
            let (before, after) = (line[max(0, start - 4)..<start], line[start + 7..<min(line.count, start + 11)])
            if !before.contains(true) || !after.contains(true) { penalty += 40 }
        }
        return penalty
    }
}
