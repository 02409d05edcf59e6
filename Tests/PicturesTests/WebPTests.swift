import Testing

@testable import Pictures

struct WebPTests {
    private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array(name.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
            + (bytes.count.isMultiple(of: 2) ? [] : [0])
    }

    private func file(_ chunks: [[UInt8]]) -> [UInt8] {
        let body = Array("WEBP".utf8) + chunks.flatMap(\.self)
        return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) } + body
    }

    private let lossy: [UInt8] = [0x30, 1, 0, 0x9d, 1, 0x2a, 0x40, 1, 0xf0, 0, 7]

    @Test func `only the pixel data of a WebP file is kept`() throws {
        let extended: [UInt8] = [0x3c, 0, 0, 0, 0x3f, 1, 0, 0xef, 0, 0]
        let parts = ["ICCP", "ALPH", "EXIF", "XMP ", "ANIM", "????"].map { chunk($0, Array("\($0) words".utf8)) }
        let picture = try #require(WebPPicture(removingMetadataFrom: file([chunk("VP8X", extended)] + parts + [chunk("VP8 ", lossy)])))
        #expect((picture.width, picture.height) == (320, 240))
        #expect(
            picture.bytes
                == file([chunk("VP8X", [0x10] + extended.dropFirst()), chunk("ALPH", Array("ALPH words".utf8)), chunk("VP8 ", lossy)]))
        #expect(WebPPicture(removingMetadataFrom: picture.bytes) == picture)
    }

    @Test func `dimensions are read from lossy and lossless WebP files`() throws {
        let simple = try #require(WebPPicture(removingMetadataFrom: file([chunk("VP8 ", lossy)])))
        #expect((simple.width, simple.height) == (320, 240))
        let bits = UInt32(319) | UInt32(239) << 14
        let lossless = [0x2f] + (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        let other = try #require(WebPPicture(removingMetadataFrom: file([chunk("VP8L", lossless)])))
        #expect((other.width, other.height) == (320, 240))
    }

    @Test func `incomplete WebP files are refused`() {
        let whole = file([chunk("VP8X", [0, 0, 0, 0, 1, 0, 0, 1, 0, 0]), chunk("VP8 ", lossy)])
        for count in 0..<whole.count - 1 { #expect(WebPPicture(removingMetadataFrom: Array(whole.prefix(count))) == nil, "\(count)") }
        #expect(WebPPicture(removingMetadataFrom: file([chunk("EXIF", [1, 2])])) == nil)
        for _ in 0..<2_000 {
            var bytes = whole
            bytes[.random(in: 0..<bytes.count)] = .random(in: 0...255)
            if let picture = WebPPicture(removingMetadataFrom: bytes) { #expect(WebPPicture(removingMetadataFrom: picture.bytes) != nil) }
        }
    }
}
