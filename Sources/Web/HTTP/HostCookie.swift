import HTTPTypes

/// A cookie that scripts and other hosts do not reach (RFC 6265bis: the `__Host-` prefix binds it to this host over TLS).
public struct HostCookie: Sendable {
    var name: String
    var days: Int

    /// `days`: how long browsers keep it.
    public init(name: String, days: Int) { (self.name, self.days) = (name, days) }

    /// The value, as a client sent it.
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

    /// The field that sets it.
    public func setting(_ value: String, isSecure: Bool) -> String {
        attributes("\(name(isSecure: isSecure))=\(value); Max-Age=\(days * 86_400)", isSecure: isSecure)
    }

    /// The field that removes it.
    public func removal(isSecure: Bool) -> String {
        attributes("\(name(isSecure: isSecure))=; Max-Age=0", isSecure: isSecure)
    }

    private func name(isSecure: Bool) -> String { isSecure ? "__Host-" + name : name }

    private func attributes(_ start: String, isSecure: Bool) -> String {
        start + "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }
}
