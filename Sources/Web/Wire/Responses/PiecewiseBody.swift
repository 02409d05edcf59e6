import HummingbirdCore
import NIOCore
import Synchronization

extension ResponseBody {
    /// Creates a body that is sent in pieces. The memory of each piece is freed after the client has read it.
    public init(giving bytes: [UInt8]) {
        guard bytes.count > 2 * Pieces.size else {
            self.init(byteBuffer: ByteBuffer(bytes: bytes))
            return
        }
        let pieces = Pieces(bytes)
        self.init(contentLength: bytes.count) { writer in
            while let piece = pieces.next() { try await writer.write(piece) }
            try await writer.finish(nil)
        }
    }
}

private final class Pieces: Sendable {
    static let size = 32 * 1024
    private let rest: Mutex<CircularBuffer<ByteBuffer>>

    init(_ bytes: [UInt8]) {
        var pieces = CircularBuffer<ByteBuffer>()
        for start in stride(from: 0, to: bytes.count, by: Self.size) {
            pieces.append(ByteBuffer(bytes: bytes[start..<min(start + Self.size, bytes.count)]))
        }
        rest = Mutex(pieces)
    }

    func next() -> ByteBuffer? { rest.withLock { $0.popFirst() } }
}
