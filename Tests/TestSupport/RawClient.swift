import Foundation

/// A client that sends what no proper client would, at its own pace. Its calls block a thread, so they run on threads of their own.
public final class RawClient: Sendable {
    private let socket: Int32

    /// - Parameter receiveBuffer: bytes that the kernel takes for us before we read; nil: as many as it likes.
    public init(_ address: String, receiveBuffer: Int32? = nil) throws {
        let port = UInt16(address.split(separator: ":").last ?? "") ?? 0
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit { Glibc.close(socket) }

    public struct Answer: Sendable {
        public var text: String
        public var isClosed: Bool

        /// The status of each answer, in order.
        public var statuses: [Int] { text.matches(of: #/HTTP/1\.1 (\d{3}) /#).compactMap { Int($0.1) } }
    }

    /// Sends each piece `pause` after the one before; false when the server has closed meanwhile.
    @discardableResult
    public func send(_ pieces: [String], pause: Double = 0) async -> Bool { await send(pieces.map { Array($0.utf8) }, pause: pause) }

    @discardableResult
    public func send(_ pieces: [[UInt8]], pause: Double = 0) async -> Bool {
        await blocking { [socket] in
            for (index, bytes) in pieces.enumerated() {
                if index > 0 { usleep(UInt32(pause * 1_000_000)) }
                guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return false }
            }
            return true
        }
    }

    /// Closes the connection, by a reset, when this is let go.
    public func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Says that nothing more will be sent; the answers may still come.
    public func endSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads until the server closes, `enough` is true of the text, or `seconds` have passed.
    public func read(seconds: Double = 300, until enough: (@Sendable (String) -> Bool)? = nil) async -> Answer {
        await blocking { [socket] in
            var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
            let end = Date().addingTimeInterval(seconds)
            while enough.map({ !$0(String(decoding: bytes, as: UTF8.self)) }) ?? true {
                let left = end.timeIntervalSinceNow
                var poller = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                guard left > 0, poll(&poller, 1, Int32(left * 1000)) > 0 else { break }
                let count = recv(socket, &chunk, chunk.count, 0)
                if count <= 0 { return Answer(text: String(decoding: bytes, as: UTF8.self), isClosed: true) }
                bytes += chunk[..<count]
            }
            return Answer(text: String(decoding: bytes, as: UTF8.self), isClosed: false)
        }
    }

    /// Sends `text` and reads what comes until the server closes or falls silent for as long as `seconds`.
    public func ask(_ text: String, seconds: Double = 300, until enough: (@Sendable (String) -> Bool)? = nil) async -> Answer {
        await send([text])
        return await read(seconds: seconds, until: enough)
    }

    private func blocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
