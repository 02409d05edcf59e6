import CLibPQ
import Glibc

/// The address of the database, as libpq reads it from the URL and the environment. libpq would look up a host name on the I/O thread, and
/// all other connections would wait. So another thread looks up the names before each connection. Sockets and literal addresses need no
/// lookup. If the address comes from a `service` file, libpq looks up the host.
struct ServerAddress: Sendable {
    /// The result of a lookup: either names, addresses and ports in lists of the same length, or the reason of the failure.
    typealias Lookup = Result<Hosts, LookupFailure>

    struct Hosts: Sendable, Equatable {
        var names: [String] = []
        var addresses: [String] = []
        var ports: [String] = []
    }

    struct LookupFailure: Error { var description: String }

    /// Whether the URL is valid. libpq's message on a malformed URL is not shown, because it may quote the password.
    let isValid: Bool
    private var hosts: [String] = []
    private var ports: [String] = []
    let needsLookup: Bool

    init(url: String) {
        var values = Self.values(PQconndefaults())
        let isWhole = url.contains("=") || url.hasPrefix("postgres://") || url.hasPrefix("postgresql://")
        let parsed = isWhole ? PQconninfoParse(url, nil) : nil
        isValid = !isWhole || parsed != nil
        values.merge(Self.values(parsed)) { $1 }
        if values["hostaddr"] == nil, let host = values["host"] {
            hosts = host.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let given = (values["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            ports = given.count == hosts.count ? given : hosts.map { _ in given.first ?? "" }
        }
        needsLookup = hosts.contains(where: Self.isName)
    }

    /// Looks up all host names. The call blocks its thread.
    func lookUp() -> Lookup {
        var found = Hosts()
        var failure = LookupFailure(description: "")
        for (host, port) in zip(hosts, ports) {
            do {
                for address in Self.isName(host) ? try Self.addresses(of: host).get() : [""] {
                    found.names.append(host)
                    found.addresses.append(address)
                    found.ports.append(port)
                }
            } catch {
                failure = error
            }
        }
        return found.names.isEmpty ? .failure(failure) : .success(found)
    }

    private static func addresses(of name: String) -> Result<[String], LookupFailure> {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, nil, &hints, &list)
        guard code == 0 else {
            return .failure(LookupFailure(description: "cannot find \"\(name)\": \(String(cString: gai_strerror(code)))"))
        }
        defer { freeaddrinfo(list) }
        let entries = sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }
        return .success(
            entries.compactMap { entry in
                guard let entry else { return nil }
                var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                let length = entry.pointee.ai_addrlen
                guard getnameinfo(entry.pointee.ai_addr, length, &text, socklen_t(NI_MAXHOST), nil, 0, NI_NUMERICHOST) == 0 else {
                    return nil
                }
                return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
            })
    }

    /// Whether the host is a name. The path of a socket and a literal IP address are not names.
    private static func isName(_ host: String) -> Bool {
        var space = in6_addr()
        let isAddress = inet_pton(AF_INET, host, &space) == 1 || host.contains(":")
        return !host.isEmpty && !host.hasPrefix("/") && !host.hasPrefix("@") && !isAddress
    }

    private static func values(_ options: UnsafeMutablePointer<PQconninfoOption>?) -> [String: String] {
        guard let options else { return [:] }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val, value.pointee != 0 { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }
}
