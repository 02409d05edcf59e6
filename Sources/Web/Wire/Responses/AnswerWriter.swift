import HTTPTypes
import NIOCore

/// Encodes the head of a response: the status line, the headers of the handler, and the headers that every response has.
enum AnswerWriter {
    private static let common = ByteBuffer(string: SecurityHeaders.lines)
    private static let usualReferrer = ByteBuffer(string: SecurityHeaders.referrerLine)
    private static let unframed = ByteBuffer(string: SecurityHeaders.policyLine(SecurityHeaders.unframed))
    private static let framed = ByteBuffer(string: SecurityHeaders.policyLine(SecurityHeaders.framed))
    private static let locating = ByteBuffer(string: SecurityHeaders.policyLine(SecurityHeaders.unframed, geolocation: "(self)"))
    private static let okLine = ByteBuffer(string: "HTTP/1.1 200 OK\r\n")
    private static let notModifiedLine = ByteBuffer(string: "HTTP/1.1 304 Not Modified\r\n")
    static let goOn = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")
    static let lastChunk = ByteBuffer(string: "0\r\n\r\n")

    /// The way in which the client finds the end of the body (RFC 9112, section 6.3).
    enum Framing { case none, length, chunks, close }

    /// Whether the response has a Connection header, and what it says about keeping the connection open (RFC 9112, section 9.3).
    enum Persistence { case usual, keepsAlive, closes }

    static func framing(_ response: HTTPResponse, in terms: Exchange.Terms) -> Framing {
        let code = response.status.code
        if terms.isHead || code < 200 || code == 204 || code == 304 { return .none }
        if response.headerFields.contains(.contentLength) { return .length }
        return terms.isCurrent ? .chunks : .close
    }

    static func head(
        _ response: HTTPResponse, framing: Framing, date: ByteBuffer, _ persistence: Persistence, allocator: ByteBufferAllocator
    ) -> ByteBuffer {
        var bytes = allocator.buffer(capacity: 1024)
        switch response.status {
        case .ok: bytes.writeImmutableBuffer(okLine)
        case .notModified: bytes.writeImmutableBuffer(notModifiedLine)
        default: bytes.writeString("HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n")
        }
        let code = response.status.code
        var policy = unframed
        var hasReferrerPolicy = false
        for field in response.headerFields {
            if field.name == .contentSecurityPolicy {
                switch field.value {
                case SecurityHeaders.framed: policy = framed
                case SecurityHeaders.locating: policy = locating
                default: policy = unframed
                }
            } else if field.name == .connection || (field.name == .contentLength && (code < 200 || code == 204 || code == 304)) {
                // These headers of the handler are left out, because the connection writes its own Connection header, and a response
                // without a body has no length.
                continue
            } else {
                if field.name == .referrerPolicy { hasReferrerPolicy = true }
                write(field, to: &bytes)
            }
        }
        bytes.writeImmutableBuffer(date)
        bytes.writeImmutableBuffer(common)
        if !hasReferrerPolicy { bytes.writeImmutableBuffer(usualReferrer) }
        bytes.writeImmutableBuffer(policy)
        if framing == .chunks { bytes.writeStaticString("Transfer-Encoding: chunked\r\n") }
        switch persistence {
        case .usual: break
        case .keepsAlive: bytes.writeStaticString("Connection: keep-alive\r\n")
        case .closes: bytes.writeStaticString("Connection: close\r\n")
        }
        bytes.writeStaticString("\r\n")
        return bytes
    }

    static func chunk(_ body: ByteBuffer, allocator: ByteBufferAllocator) -> ByteBuffer {
        var bytes = allocator.buffer(capacity: body.readableBytes + 16)
        bytes.writeString(String(body.readableBytes, radix: 16))
        bytes.writeStaticString("\r\n")
        bytes.writeImmutableBuffer(body)
        bytes.writeStaticString("\r\n")
        return bytes
    }

    private static func write(_ field: HTTPField, to bytes: inout ByteBuffer) {
        bytes.writeString(field.name.rawName)
        bytes.writeStaticString(": ")
        bytes.writeString(field.value)
        bytes.writeStaticString("\r\n")
    }
}
