/// The content of a QR code as codewords (bytes), with error correction of level M (ISO/IEC 18004, sections 7.4 to 7.6).
struct QRCodewords: Sendable {
    let version: Int
    let all: [UInt8]

    /// The number of error correction codewords in each block, for each version (size of QR code) from 1 to 40 (ISO/IEC 18004, table 9).
    private static let correction = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        28, 28, 28, 28, 28, 28, 28,
    ]
    /// The number of blocks of codewords for each version from 1 to 40 (ISO/IEC 18004, table 9).
    private static let blocks = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40,
        43, 45, 47, 49,
    ]

    /// Chooses the smallest version (size of QR code) into which the bytes fit. Nil if they do not fit into version 40, which is the
    /// largest.
    init?(_ bytes: [UInt8]) {
        guard let version = (1...40).first(where: { Self.capacity(of: $0) >= bytes.count }) else { return nil }
        self.version = version
        all = Self.interleaved(Self.data(bytes, version), version)
    }

    private static func codewordCount(in version: Int) -> Int {
        var modules = (16 * version + 128) * version + 64
        if version >= 2 {
            let alignments = version / 7 + 2
            modules -= (25 * alignments - 10) * alignments - 55
        }
        if version >= 7 { modules -= 36 }
        return modules / 8
    }

    private static func dataCount(in version: Int) -> Int { codewordCount(in: version) - correction[version - 1] * blocks[version - 1] }

    private static func lengthBits(in version: Int) -> Int { version < 10 ? 8 : 16 }

    private static func capacity(of version: Int) -> Int { (8 * dataCount(in: version) - 4 - lengthBits(in: version)) / 8 }

    private static func data(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
        var bits: [Bool] = []
        func add(_ value: Int, _ count: Int) { for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) } }
        add(4, 4)
        add(bytes.count, lengthBits(in: version))
        for byte in bytes { add(Int(byte), 8) }
        let whole = 8 * dataCount(in: version)
        add(0, min(4, whole - bits.count))
        add(0, (8 - bits.count % 8) % 8)
        var padding = 0xec
        while bits.count < whole {
            add(padding, 8)
            padding ^= 0xec ^ 0x11
        }
        return stride(from: 0, to: whole, by: 8).map { start in bits[start..<start + 8].reduce(0 as UInt8) { $0 << 1 | ($1 ? 1 : 0) } }
    }

    /// Splits the data into blocks, adds error correction codewords to each block, and interleaves the codewords of all blocks (section
    /// 7.6).
    private static func interleaved(_ data: [UInt8], _ version: Int) -> [UInt8] {
        let (count, blockCount, correctionCount) = (codewordCount(in: version), blocks[version - 1], correction[version - 1])
        let (length, shortBlocks) = (count / blockCount - correctionCount, blockCount - count % blockCount)
        let divisor = divisor(correctionCount)
        var (parts, corrections, rest) = ([[UInt8]](), [[UInt8]](), data[...])
        for block in 0..<blockCount {
            let part = Array(rest.prefix(length + (block < shortBlocks ? 0 : 1)))
            rest = rest.dropFirst(part.count)
            parts.append(part)
            corrections.append(remainder(of: part, by: divisor))
        }
        let dataCodewords = (0...length).flatMap { place in parts.filter { place < $0.count }.map { $0[place] } }
        return dataCodewords + (0..<correctionCount).flatMap { place in corrections.map { $0[place] } }
    }

    // MARK: Reed-Solomon

    /// The product of two elements of the field GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1.
    private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        var product = 0
        for place in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) * 0x11d
            product ^= Int(other >> place & 1) * Int(one)
        }
        return UInt8(truncatingIfNeeded: product)
    }

    /// The coefficients of the generator polynomial of this degree, without the leading coefficient, which is 1.
    static func divisor(_ degree: Int) -> [UInt8] {
        var (divisor, root) = ([UInt8](repeating: 0, count: degree - 1) + [1], UInt8(1))
        for _ in 0..<degree {
            for place in divisor.indices {
                divisor[place] = product(divisor[place], root)
                if place + 1 < degree { divisor[place] ^= divisor[place + 1] }
            }
            root = product(root, 2)
        }
        return divisor
    }

    static func remainder(of data: [UInt8], by divisor: [UInt8]) -> [UInt8] {
        var remainder = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for place in remainder.indices { remainder[place] ^= product(divisor[place], factor) }
        }
        return remainder
    }
}
