import Foundation
import Glibc

/// A proxy in front of PostgreSQL's Unix socket. It cuts the connection when the response to a statement comes.
final class CuttingProxy: Sendable {
    /// The database's URL, with the proxy in place of PostgreSQL.
    let url: String
    private let folder: String
    private let listener: Int32

    struct Failure: Error {}

    init(before url: String, cutsAfter statement: String) throws {
        guard var parts = URLComponents(string: url), let items = parts.queryItems,
            let host = items.first(where: { $0.name == "host" })?.value
        else { throw Failure() }
        folder = "/tmp/cutting-" + String(UInt64.random(in: .min ... .max), radix: 36)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        parts.queryItems = [URLQueryItem(name: "host", value: folder)]
        self.url = parts.string ?? ""
        listener = try Self.socket("\(folder)/.s.PGSQL.5432", Glibc.bind)
        guard listen(listener, 4) == 0 else { throw Failure() }
        let (listener, target) = (listener, host + "/.s.PGSQL.5432")
        Thread.detachNewThread {
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let server = try? Self.socket(target, Glibc.connect) else { return }
                let isCutting = Locked(false)
                Thread.detachNewThread {
                    Self.copy(client, server) { if $0.firstRange(of: Data(statement.utf8 + [0])) != nil { isCutting.value = true } }
                }
                Thread.detachNewThread {
                    Self.copy(server, client) { _ in if isCutting.value { shutdown(client, Int32(SHUT_RDWR)) } }
                }
            }
        }
    }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func copy(_ from: Int32, _ to: Int32, _ look: (Data) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(from, &buffer, buffer.count), count > 0 {
            look(Data(buffer[..<count]))
            guard send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
        }
        shutdown(to, Int32(SHUT_RDWR))
    }

    private static func socket(_ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) throws -> Int32 {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard status == 0 else { throw Failure() }
        return descriptor
    }

    private final class Locked: @unchecked Sendable {
        private let lock = NSLock()
        private var stored: Bool
        init(_ value: Bool) { stored = value }
        var value: Bool {
            get { lock.withLock { stored } }
            set { lock.withLock { stored = newValue } }
        }
    }
}
