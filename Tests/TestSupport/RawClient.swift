import Foundation

/// A client that sends any bytes at any pace. Its calls block, so they run on their own threads.
public final class RawClient: Sendable {
    private let socket: Int32

    /// - Parameter receiveBuffer: The bytes that the kernel buffers before we read. Nil for the kernel's default.
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

        /// The status of each response, in order.
        public var statuses: [Int] { text.matches(of: #/HTTP/1\.1 (\d{3}) /#).compactMap { Int($0.1) } }
    }

    /// Sends the pieces with `pause` seconds between them. False if the server has closed the connection.
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

    /// Lets the client close its connection by a reset when it is deallocated.
    public func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Closes the sending direction. Responses can still be read.
    public func endSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads until the server closes the connection, `enough` is true for the text, or `seconds` have passed.
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

    /// Sends `text`, then reads as `read` does.
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
