import HTTPTypes

/// The cookie that carries a session's token (RFC 6265bis: the `__Host-` prefix binds it to this host over TLS).
enum SessionCookie {
    static func name(isSecure: Bool) -> String { isSecure ? "__Host-session" : "session" }

    /// The cookie's secret, as a client sent it.
    static func token(in headers: HTTPFields, isSecure: Bool) -> String? {
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

    static func value(_ token: SessionToken, isSecure: Bool) -> String {
        attributes("\(name(isSecure: isSecure))=\(token.text); Max-Age=\(Sessions.absoluteDays * 86_400)", isSecure: isSecure)
    }

    static func removal(isSecure: Bool) -> String {
        attributes("\(name(isSecure: isSecure))=; Max-Age=0", isSecure: isSecure)
    }

    private static func attributes(_ start: String, isSecure: Bool) -> String {
        start + "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }
}
