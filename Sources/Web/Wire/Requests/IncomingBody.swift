import NIOCore
import Synchronization

/// The body of a request. The connection adds pieces of it, and the handler reads them.
final class IncomingBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    private struct State {
        var pieces = CircularBuffer<ByteBuffer>()
        var bytes = 0
        var end: Result<Void, any Error>?
        var isDiscarded = false
        var reader: CheckedContinuation<ByteBuffer?, any Error>?

        /// Adds a piece. Small pieces are joined, because reading a piece takes as long as reading some kilobytes of content.
        mutating func append(_ piece: ByteBuffer) {
            bytes += piece.readableBytes
            guard var last = pieces.last, last.readableBytes + piece.readableBytes <= IncomingBody.mostJoined else {
                return pieces.append(piece)
            }
            pieces.removeLast()
            last.writeImmutableBuffer(piece)
            pieces.append(last)
        }
    }

    /// The maximum number of bytes of a piece that was joined from smaller pieces.
    private static let mostJoined = 16 * 1024

    private let state = Mutex(State())
    /// The number of bytes that may wait for the handler. The connection requests more input only if fewer bytes wait.
    private static let window = 64 * 1024
    private let onRoom: @Sendable () -> Void

    init(onRoom: @escaping @Sendable () -> Void) { self.onRoom = onRoom }

    var isFull: Bool { state.withLock { $0.bytes >= Self.window } }

    func add(_ piece: ByteBuffer) {
        let reader: CheckedContinuation<ByteBuffer?, any Error>? = state.withLock { state in
            guard !state.isDiscarded else { return nil }
            if let reader = state.reader.take() { return reader }
            state.append(piece)
            return nil
        }
        reader?.resume(returning: piece)
    }

    /// Ends the body. If the body is incomplete, `result` is the error that the handler gets.
    func end(_ result: Result<Void, any Error> = .success(())) {
        let reader = state.withLock { state in
            state.end = state.end ?? result
            return state.reader.take()
        }
        reader?.resume(with: result.map { nil })
    }

    /// Discards the rest of the body, because the handler no longer needs it. A handler that reads the body nevertheless gets
    /// `BodyFault.broken`.
    func discard() {
        end(.failure(BodyFault.broken))
        state.withLock { state in
            state.isDiscarded = true
            (state.pieces, state.bytes) = ([], 0)
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncIteratorProtocol {
        let body: IncomingBody

        func next() async throws -> ByteBuffer? { try await body.next() }
    }

    private func next() async throws -> ByteBuffer? {
        try await withTaskCancellationHandler {
            try await nextPiece()
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    private func nextPiece() async throws -> ByteBuffer? {
        try await withCheckedThrowingContinuation { continuation in
            var hasRoom = false
            let piece: Result<ByteBuffer?, any Error>? = state.withLock { state in
                if let piece = state.pieces.popFirst() {
                    hasRoom = state.bytes >= Self.window && state.bytes - piece.readableBytes < Self.window
                    state.bytes -= piece.readableBytes
                    return .success(piece)
                }
                if let end = state.end { return end.map { nil } }
                state.reader = continuation
                return nil
            }
            if let piece { continuation.resume(with: piece) }
            if hasRoom { onRoom() }
        }
    }
}
