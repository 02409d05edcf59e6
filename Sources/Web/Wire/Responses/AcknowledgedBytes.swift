import Glibc
import NIOCore

/// The first fields of Linux's `struct tcp_info` (linux/tcp.h), up to the number of acknowledged bytes. The structure of glibc ends before
/// that field.
struct AcknowledgedBytes: Sendable {
    // The fields before the number of acknowledged bytes: 8 flags, 24 numbers of 32 bits, and two rates.
    private typealias Before = (
        UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
    )
    private var before: Before = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private var acknowledged: UInt64 = 0

    /// Returns the number of bytes that the client has acknowledged. Nil if the number is unknown. Call this on the channel's event loop.
    static func of(_ channel: any Channel) -> Int? {
        guard let socket = channel as? any SocketOptionProvider else { return nil }
        let option = NIOBSDSocket.Option(rawValue: TCP_INFO)
        let info: EventLoopFuture<AcknowledgedBytes> = socket.unsafeGetSocketOption(level: .tcp, name: option)
        // On the event loop, the result is available at once.
        var bytes: Int?
        info.assumeIsolated().whenSuccess { bytes = Int($0.acknowledged) }
        return bytes
    }
}
