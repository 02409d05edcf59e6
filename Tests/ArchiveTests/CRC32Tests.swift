import TestSupport
import Testing

@testable import Archive

@Suite struct CRC32Tests {
    private func crc(_ bytes: some Collection<UInt8>) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }

    @Test(arguments: [
        ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926), ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ])
    func `known texts have their known checksum`(text: String, expected: UInt32) {
        #expect(crc(Array(text.utf8)) == expected)
    }

    @Test func `every length and alignment gives the bit-by-bit checksum`() {
        var random = Seeded(state: 1)
        let bytes = (0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }
        for start in 0..<17 {
            for end in start...bytes.count where crc(bytes[start..<end]) != reference(Array(bytes[start..<end])) {
                Issue.record("\(start)..<\(end)")
            }
        }
    }

    @Test func `the checksum does not depend on the chunks`() {
        let bytes = (0..<70).map { UInt8($0 * 3) }
        for cut in 0...bytes.count {
            var crc = CRC32()
            crc.update(bytes[..<cut])
            crc = CRC32(value: crc.value)
            crc.update(bytes[cut...])
            #expect(crc.value == reference(bytes))
        }
    }

    @Test func `bytes that are not contiguous have the same checksum`() {
        let bytes = (0..<50).map { UInt8($0) }
        #expect(crc(bytes.reversed()) == reference(bytes.reversed()))
    }
}
