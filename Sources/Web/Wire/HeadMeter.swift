import NIOCore

/// Watches the bytes of a request's head for what the parser does not say when it stops: whether that was in the first line, or at a length
/// beyond its numbers.
final class HeadMeter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var isInTarget = true
    /// Whether anything has come of the present head.
    private(set) var hasBegun = false

    /// While they are read.
    private var latest: ByteBuffer?

    /// Whether the bytes that are being read announce a body of more bytes than there are numbers for, and no other nonsense.
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
                // Empty lines before a request are no part of it (RFC 9112, section 2.2).
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
