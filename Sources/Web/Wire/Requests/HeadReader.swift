import HTTPTypes
import NIOHTTP1

/// Converts the head of a request into the form that handlers see. Throws `Fault` for a head that is invalid or too large, so that handlers
/// need not check that.
///
/// It follows RFC 9112, sections 3.2 and 6.3. The parser has already refused ambiguous lengths, folded lines and control characters.
struct HeadReader {
    let limits: ConnectionLimits
    /// The bytes of memory of a request (`bytesOfRequest`) and of a header field (`bytesOfField`), not counting their texts.
    private static let (bytesOfRequest, bytesOfField) = (300, 130)

    func read(_ head: HTTPRequestHead) throws(Fault) -> (HTTPRequest, Exchange.Terms) {
        guard head.uri.utf8.count <= limits.target else { throw .targetTooLong }
        guard let method = method(head.method) else { throw .unknownMethod }
        var terms = Exchange.Terms(isHead: method == .head, isCurrent: head.version.minor >= 1, keepsAlive: head.isKeepAlive)
        var (fields, host) = (HTTPFields(), String?.none)
        fields.reserveCapacity(head.headers.count)
        terms.headBytes = Self.bytesOfRequest + head.uri.utf8.count
        for (rawName, rawValue) in head.headers {
            let value = plain(trimmed(rawValue))
            terms.headBytes += Self.bytesOfField + rawName.utf8.count + value.utf8.count
            guard let name = HTTPField.Name(rawName) else { throw .malformed }
            if name.canonicalName == "host" {
                guard host == nil, isHost(value) else { throw .malformed }
                host = value
                continue
            }
            try apply(name, value, to: &terms)
            fields.append(HTTPField(name: name, value: value))
        }
        if host == nil, terms.isCurrent { throw .malformed }
        let (path, authority) = try target(head.uri, method)
        return (HTTPRequest(method: method, scheme: "http", authority: authority ?? host, path: path, headerFields: fields), terms)
    }

    /// Removes the white space around the value of a header (RFC 9110, section 5.5).
    private func trimmed(_ value: String) -> String {
        func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
        guard isSpace(value.utf8.first) || isSpace(value.utf8.last) else { return value }
        var text = value.utf8[...]
        while isSpace(text.first) { text.removeFirst() }
        while isSpace(text.last) { text.removeLast() }
        return String(Substring(text))
    }

    /// Replaces every byte that is not ASCII by a question mark. The meaning of such bytes is not defined (RFC 9110, section 5.5), and the
    /// headers that the server reads do not need them.
    private func plain(_ value: String) -> String {
        guard !value.utf8.allSatisfy({ $0 < 0x80 }) else { return value }
        return String(decoding: value.utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    private func method(_ method: HTTPMethod) -> HTTPRequest.Method? {
        switch method {
        case .GET: .get
        case .HEAD: .head
        case .POST: .post
        case .OPTIONS: .options
        case .PUT: .put
        case .PATCH: .patch
        case .DELETE: .delete
        case .TRACE: .trace
        default: nil
        }
    }

    /// Changes `terms` if the header says something about the body, the connection or the form of the response.
    private func apply(_ name: HTTPField.Name, _ value: String, to terms: inout Exchange.Terms) throws(Fault) {
        switch name {
        // The parser has checked that the value is a number.
        case .contentLength: terms.bodyLength = Int(value) ?? .max
        case .transferEncoding:
            guard terms.bodyLength != nil, value.lowercased() == "chunked" else { throw .unknownCoding }
            terms.bodyLength = nil
            // A proxy could find another length in the chunks of an HTTP/1.0 request than this server (section 6.1), so the connection
            // closes after the response.
            if !terms.isCurrent { terms.keepsAlive = false }
        case .connection where value.lowercased().split(separator: ",").contains { trimmed(String($0)) == "close" }:
            terms.keepsAlive = false
        // The parser stops after a request to change to another protocol. This server knows no other protocol.
        case .upgrade: terms.keepsAlive = false
        case .expect:
            guard value.lowercased() == "100-continue" else { throw .unmetExpectation }
            terms.awaitsContinue = terms.isCurrent
        default: break
        }
    }

    /// Returns the path with the query. Also returns the host if the target is a complete URL (absolute form).
    private func target(_ target: String, _ method: HTTPRequest.Method) throws(Fault) -> (path: String, authority: String?) {
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "#") }) else { throw .malformed }
        if target.utf8.first == UInt8(ascii: "/") { return (target, nil) }
        if target == "*", method == .options { return ("/", nil) }
        let scheme = ["http://", "https://"].first { target.lowercased().hasPrefix($0) }
        guard let rest = scheme.map({ target.dropFirst($0.count) }) else { throw .malformed }
        let authority = String(rest.prefix { $0 != "/" && $0 != "?" })
        guard isHost(authority) else { throw .malformed }
        let path = rest.dropFirst(authority.count)
        return (path.first == "/" ? String(path) : "/" + path, authority)
    }

    /// Whether the text is a host name or an IP address, possibly with a port. Other characters are refused, because the host becomes a
    /// part of links.
    private func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                    true
                default: false
                }
            }
    }
}
