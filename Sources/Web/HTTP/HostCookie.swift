import HTTPTypes

/// A cookie that neither scripts nor other hosts can read. The prefix `__Host-` of its name binds it to this host over TLS (RFC 6265bis).
public struct HostCookie: Sendable {
    var name: String
    var days: Int

    /// Creates the description of a cookie that browsers keep for `days` days.
    public init(name: String, days: Int) { (self.name, self.days) = (name, days) }

    /// The value of the cookie that the client sent. Nil if it sent no such cookie.
    public func value(in headers: HTTPFields, isSecure: Bool) -> String? {
        let name = name(isSecure: isSecure).utf8
        for field in headers[fields: .cookie] {
            for cookie in field.value.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = cookie.drop { $0 == UInt8(ascii: " ") }
                guard pair.starts(with: name) else { continue }
                let rest = pair.dropFirst(name.count)
                if rest.first == UInt8(ascii: "=") { return String(Substring(rest.dropFirst())) }
            }
        }
        return nil
    }

    /// The value of a Set-Cookie header that sets the cookie.
    public func setting(_ value: String, isSecure: Bool) -> String {
        attributes("\(name(isSecure: isSecure))=\(value); Max-Age=\(days * 86_400)", isSecure: isSecure)
    }

    /// The value of a Set-Cookie header that deletes the cookie.
    public func removal(isSecure: Bool) -> String {
        attributes("\(name(isSecure: isSecure))=; Max-Age=0", isSecure: isSecure)
    }

    private func name(isSecure: Bool) -> String { isSecure ? "__Host-" + name : name }

    private func attributes(_ start: String, isSecure: Bool) -> String {
        start + "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }
}
