import NIOCore
import NIOHTTP1

/// The reason why a client gets an error from the connection itself, and not from a handler. The connection reads nothing more afterwards.
enum Fault: Error {
    case malformed, targetTooLong, headTooLarge, bodyTooLarge, unknownMethod, unknownCoding, unknownVersion, unmetExpectation
    /// The head of the request did not arrive in time.
    case tooSlow
    case crowded
    /// The handler failed before it returned a response.
    case failed

    /// Converts an error of the parser to a fault. An error that does not say what is wrong becomes a general fault.
    init(_ error: HTTPParserError, inTarget: Bool) {
        switch error {
        case .headerOverflow: self = inTarget ? .targetTooLong : .headTooLarge
        case .invalidMethod: self = .unknownMethod
        case .invalidVersion: self = .unknownVersion
        default: self = .malformed
        }
    }

    var answer: ByteBuffer {
        switch self {
        case .malformed: Self.malformedAnswer
        case .targetTooLong: Self.targetTooLongAnswer
        case .headTooLarge: Self.headTooLargeAnswer
        case .bodyTooLarge: Self.bodyTooLargeAnswer
        case .unknownMethod: Self.unknownMethodAnswer
        case .unknownCoding: Self.unknownCodingAnswer
        case .unknownVersion: Self.unknownVersionAnswer
        case .unmetExpectation: Self.unmetExpectationAnswer
        case .tooSlow: Self.tooSlowAnswer
        case .crowded: Self.crowdedAnswer
        case .failed: Self.failedAnswer
        }
    }

    private static let malformedAnswer = answer(400, "Bad Request", "The request could not be read.")
    private static let targetTooLongAnswer = answer(414, "URI Too Long", "The address is too long.")
    private static let headTooLargeAnswer = answer(
        431, "Request Header Fields Too Large", "The request's headers are too large. Deleting this site's cookies may help.")
    private static let bodyTooLargeAnswer = answer(413, "Content Too Large", "The request is larger than this server accepts.")
    private static let unknownMethodAnswer = answer(501, "Not Implemented", "This server does not know the request's method.")
    private static let unknownCodingAnswer = answer(501, "Not Implemented", "This server supports only the transfer coding chunked.")
    private static let unknownVersionAnswer = answer(505, "HTTP Version Not Supported", "This server supports only HTTP/1.1.")
    private static let unmetExpectationAnswer = answer(417, "Expectation Failed", "This server supports only the expectation 100-continue.")
    private static let tooSlowAnswer = answer(408, "Request Timeout", "The request did not arrive in time.")
    private static let crowdedAnswer = answer(
        503, "Service Unavailable", "Too many visitors are connected. Please try again in a few seconds.", "Retry-After: 5\r\n")

    private static let failedAnswer = answer(500, "Internal Server Error", "Something went wrong.")

    private static func answer(_ status: Int, _ reason: String, _ words: String, _ fields: String = "") -> ByteBuffer {
        ByteBuffer(
            string: """
                HTTP/1.1 \(status) \(reason)\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Length: \(words.utf8.count + 1)\r
                Cache-Control: no-store\r
                Connection: close\r
                \(SecurityHeaders.lines)\(SecurityHeaders.referrerLine)\(SecurityHeaders.policyLine(SecurityHeaders.unframed))\(fields)\r
                \(words)

                """)
    }
}

/// The reason why a body ended early: it arrived too slowly, is too large, or is incomplete.
public enum BodyFault: Error { case tooSlow, tooLarge, broken }
