import NIOCore

/// Watches the bytes of a request's head before the parser reads them. When the parser stops with an error, this handler knows two facts
/// that the error does not contain: whether the parser stopped in the first line, and whether the head announces a length that is too large
/// for the parser.
final class HeadMeter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var isInTarget = true
    private(set) var hasBegun = false

    /// The bytes that the parser is reading now. Nil if it is not reading.
    private var latest: ByteBuffer?

    /// Whether the bytes that the parser is reading announce a Content-Length that is too large for `Int`.
    var announcesTooMuch: Bool {
        let lines = (latest?.readableBytesView)?.split(separator: UInt8(ascii: "\n")) ?? []
        return lines.contains { line in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            guard name.count == 14, String(decoding: name, as: UTF8.self).lowercased() == "content-length" else { return false }
            let digits = line.dropFirst(15).filter { ![0x20, 0x09, 0x0d].contains($0) }
            return digits.count >= 19 && digits.allSatisfy { (0x30...0x39).contains($0) }
        }
    }

    func reset() {
        isInTarget = true
        hasBegun = false
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isInTarget {
            unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
                // Empty lines before a request are not part of its head (RFC 9112, section 2.2).
                let head = hasBegun ? bytes[...] : bytes.drop { $0 == 10 || $0 == 13 }
                if head.isEmpty { return }
                hasBegun = true
                isInTarget = !head.contains(10)
            }
        }
        latest = unwrapInboundIn(data)
        context.fireChannelRead(data)
        latest = nil
    }
}
