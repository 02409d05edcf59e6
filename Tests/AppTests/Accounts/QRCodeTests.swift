import Testing

@testable import App

/// QR codes, compared with values of ISO/IEC 18004.
@Suite struct QRCodeTests {
    @Test(arguments: [(0, 1), (14, 1), (15, 2), (26, 2), (27, 3), (152, 8), (213, 10), (214, 11), (666, 20), (2331, 40)])
    func `the smallest version that fits is used`(count: Int, version: Int) {
        #expect(QRCodewords([UInt8](repeating: 1, count: count))?.version == version)
    }

    @Test func `too long text makes no QR code`() {
        #expect(QRCode([UInt8](repeating: 1, count: 2332)) == nil)
        #expect(QRView(String(repeating: "x", count: 2332)) == nil)
    }

    /// The data are "HELLO WORLD" in version 1, level M.
    @Test func `error correction codewords match Reed-Solomon`() {
        let data: [UInt8] = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
        let correction = QRCodewords.remainder(of: data, by: QRCodewords.divisor(10))
        #expect(correction == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
    }

    @Test func `three corners have a finder pattern`() throws {
        let code = try #require(QRCode(Array("boardwalk".utf8)))
        #expect(code.size == 21)
        let rows = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        for (left, top) in [(0, 0), (14, 0), (0, 14)] {
            let seen = (0..<7).map { y in (0..<7).map { x in code.isDark(x: left + x, y: top + y) ? "1" : "0" }.joined() }
            #expect(seen == rows, "\(left), \(top)")
        }
    }

    @Test(arguments: ["", "a", "boardwalk", "two blanks  ", "ümläut"])
    func `a drawn QR code reads back as its text`(text: String) throws {
        let code = try #require(QRCode(Array(text.utf8)))
        #expect(code.size == 21)
        let bytes = try read(code)
        #expect(bytes.first.map { $0 >> 4 } == 4)
        // The four bits of the mode shift all bytes.
        let whole = zip(bytes, bytes.dropFirst()).map { $0 << 4 | $1 >> 4 }
        #expect(whole.first == UInt8(text.utf8.count) && Array(whole.dropFirst().prefix(text.utf8.count)) == Array(text.utf8))
    }

    /// The 16 data codewords of version 1, which come first. They are read by the rules of the standard, not by the code that draws.
    private func read(_ code: QRCode) throws -> [UInt8] {
        let format =
            [0, 1, 2, 3, 4, 5, 7, 8].map { code.isDark(x: 8, y: $0) } + [7, 5, 4, 3, 2, 1, 0].map { code.isDark(x: $0, y: 8) }
        let bits = format.enumerated().reduce(0) { $1.element ? $0 | 1 << $1.offset : $0 }
        // The format bits of each mask, with level M (table C.1).
        let known = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0]
        let mask = try #require(known.firstIndex(of: bits))
        var read: [Bool] = []
        for right in [20, 18, 16, 14, 12, 10, 8, 5, 3, 1] {
            let isUpward = [20, 16, 12, 8, 3].contains(right)
            for step in 0..<21 {
                let y = isUpward ? 20 - step : step
                for x in [right, right - 1] where !isFixed(x, y) { read.append(code.isDark(x: x, y: y) != inverts(mask, x, y)) }
            }
        }
        #expect(read.count == 208)
        return stride(from: 0, to: 128, by: 8).map { start in read[start..<start + 8].reduce(0 as UInt8) { $0 << 1 | ($1 ? 1 : 0) } }
    }

    private func isFixed(_ x: Int, _ y: Int) -> Bool {
        x == 6 || y == 6 || (x < 9 && y < 9) || (x > 12 && y < 9) || (x < 9 && y > 12)
    }

    private func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        let product = x * y
        let values = [
            (x + y) % 2, y % 2, x % 3, (x + y) % 3, (y / 2 + x / 3) % 2, product % 2 + product % 3, (product % 2 + product % 3) % 2,
            ((x + y) % 2 + product % 3) % 2,
        ]
        return values[mask] == 0
    }
}
