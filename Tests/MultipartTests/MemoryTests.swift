import Testing

@testable import Multipart

/// The memory of a parser between two chunks is limited for any form.
@Suite struct MemoryTests {
    private static let boundary = String(repeating: "b", count: 70)
    private static let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n"

    private func mostHeld(_ form: [UInt8], by size: Int) throws -> Int {
        var parser = MultipartParser(boundary: try MultipartBoundary(Self.boundary))
        var most = 0
        _ = Reading(form, with: &parser, cuts: Array(stride(from: size, to: form.count, by: size))) { most = max(most, $0) }
        return most
    }

    @Test(arguments: [1, 7, 1_000, 100_000])
    func `only a possible start of a delimiter is kept of a body`(size: Int) throws {
        let near = String(repeating: "\r\n--\(Self.boundary.dropLast())", count: 2_000)
        var parser = MultipartParser(boundary: try MultipartBoundary(Self.boundary))
        try Array((Self.head + "\r\n").utf8).withUnsafeBytes { try parser.parse($0) { _ in } }
        var most = 0
        let body = Array(near.utf8)
        let reading = Reading(body, with: &parser, cuts: Array(stride(from: size, to: body.count, by: size))) { most = max(most, $0) }
        #expect(reading.refusal == .incomplete)
        #expect(most <= 73)
        #expect(size > 1 || most == 73)
    }

    @Test(arguments: [1, 50, 4_096, 1 << 20])
    func `headers take at most five times their limit of memory`(size: Int) throws {
        let limit = MultipartParser.Limits().headerBytes
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3 * limit)
        let invalid = [UInt8](repeating: 0xFF, count: 1_000)
        let heads: [[UInt8]] = [
            Array("--\(Self.boundary)\r\n".utf8) + long, Array(Self.head.utf8) + long,
            Array("--\(Self.boundary)\r\nContent-Type: ".utf8) + long,
            Array("--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"".utf8) + invalid + Array("\"; filename=\"".utf8) + invalid
                + Array("\"\r\nContent-Type: ".utf8) + invalid + invalid + invalid + Array("\r\nX: ".utf8) + long,
        ]
        for head in heads {
            let most = try mostHeld(head, by: size)
            #expect(most <= 5 * limit)
            #expect(size > limit || most > limit / 2)
        }
    }

    @Test func `preamble and epilogue are not kept in memory`() throws {
        let around = String(repeating: "x", count: 4_000)
        #expect(try mostHeld(Array((around + "\r\n--\(Self.boundary)--" + around).utf8), by: 10) <= 74)
    }
}
