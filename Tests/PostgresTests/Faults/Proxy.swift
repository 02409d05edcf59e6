import Foundation
import Synchronization

/// A proxy between a client and a PostgreSQL server, on its own port. It passes bytes on, cuts connections, or falls silent.
final class Proxy: Sendable {
    private struct State {
        var isSilent = false
        var cutAfter: Int?
        var cuts = 0
        var sockets: [Int32] = []
    }

    let port: UInt16
    private let listener: Int32
    private let target: Target
    private let state = Mutex(State())

    /// Connects to the server that a `postgresql://` URL names.
    init(to url: String) throws {
        target = try Target(url)
        (listener, port) = try Self.bound()
        guard listen(listener, 64) == 0 else { throw CocoaError(.fileNoSuchFile) }
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// A port that is not in use now.
    static func freePort() throws -> Int {
        let (listener, port) = try bound()
        Foundation.close(listener)
        return Int(port)
    }

    private static func bound() throws -> (Int32, UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileNoSuchFile) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// From now on no bytes pass in either direction. Connections are still accepted.
    func fallSilent() { state.withLock { $0.isSilent = true } }
    func passAgain() { state.withLock { $0.isSilent = false } }

    /// Cuts a connection after the server has sent `count` more bytes, and the following connections, too: `times` cuts in all.
    func cut(afterBytes count: Int, times: Int = 1) { state.withLock { ($0.cutAfter, $0.cuts) = (count, times) } }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        state.withLock { state in
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            guard let server = target.connect() else {
                Foundation.close(client)
                continue
            }
            state.withLock { $0.sockets += [client, server] }
            Thread.detachNewThread { [self] in pass(from: client, to: server, isAnswer: false) }
            Thread.detachNewThread { [self] in pass(from: server, to: client, isAnswer: true) }
        }
        Foundation.close(listener)
    }

    private func pass(from source: Int32, to sink: Int32, isAnswer: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            while state.withLock({ $0.isSilent }) { usleep(5_000) }
            let allowed = isAnswer ? allowance(count) : count
            guard send(sink, buffer, allowed, Int32(MSG_NOSIGNAL)) == allowed, allowed == count else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }

    private func allowance(_ count: Int) -> Int {
        state.withLock { state in
            guard let left = state.cutAfter else { return count }
            guard count > left else {
                state.cutAfter = left - count
                return count
            }
            state.cuts -= 1
            if state.cuts == 0 { state.cutAfter = nil }
            return left
        }
    }
}

/// A server's address: the path of a socket, or a port of this machine.
private struct Target {
    let path: String?
    let port: UInt16

    init(_ url: String) throws {
        guard let parts = URLComponents(string: url) else { throw CocoaError(.fileNoSuchFile) }
        port = UInt16(parts.port ?? 5432)
        path = parts.queryItems?.first { $0.name == "host" }?.value.map { "\($0)/.s.PGSQL.\(parts.port ?? 5432)" }
    }

    func connect() -> Int32? {
        path.map(connectToSocket) ?? connectToPort()
    }

    private func connectToSocket(_ path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        return connect(AF_UNIX, &address)
    }

    private func connectToPort() -> Int32? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return connect(AF_INET, &address)
    }

    private func connect<Address>(_ family: Int32, _ address: inout Address) -> Int32? {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        let size = socklen_t(MemoryLayout<Address>.size)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(descriptor, $0, size) == 0 }
        }
        if !isConnected { Foundation.close(descriptor) }
        return isConnected ? descriptor : nil
    }
}
