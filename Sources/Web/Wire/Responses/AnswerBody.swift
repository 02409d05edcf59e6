import HTTPTypes
import HummingbirdCore
import NIOCore

struct AnswerBody: ResponseBodyWriter {
    let connection: NIOLoopBound<Connection>

    /// Sends bytes of the response. Waits while the client does not read the bytes that were sent before.
    func write(_ buffer: ByteBuffer) async throws {
        guard try connection.value.write(buffer) else { return }
        try await withCheckedThrowingContinuation { connection.value.whenWritable($0) }
    }

    consuming func finish(_ trailers: HTTPFields?) async throws { connection.value.endAnswer() }
}
