import Hummingbird

/// The cookie that carries a session's token (RFC 6265bis: the `__Host-` prefix binds it to this host over TLS).
enum SessionCookie {
    static func name(isSecure: Bool) -> String { isSecure ? "__Host-session" : "session" }

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
