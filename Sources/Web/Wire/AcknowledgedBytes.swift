import Glibc
import NIOCore

/// The first fields of Linux's `struct tcp_info` (linux/tcp.h). The structure of glibc ends before `tcpi_bytes_acked`.
struct AcknowledgedBytes: Sendable {
    // The fields before it: 8 flags, 24 numbers of 32 bits, and two rates.
    private typealias Before = (
        UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
    )
    private var before: Before = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private var acknowledged: UInt64 = 0

    /// Returns how many bytes the client has acknowledged. Nil where that is unknown. Call it on the channel's event loop.
    static func of(_ channel: any Channel) -> Int? {
        guard let socket = channel as? any SocketOptionProvider else { return nil }
        let option = NIOBSDSocket.Option(rawValue: TCP_INFO)
        let info: EventLoopFuture<AcknowledgedBytes> = socket.unsafeGetSocketOption(level: .tcp, name: option)
        // On the event loop the future has completed already.
        var bytes: Int?
        info.assumeIsolated().whenSuccess { bytes = Int($0.acknowledged) }
        return bytes
    }
}
