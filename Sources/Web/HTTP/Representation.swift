import HTTPTypes
import Hummingbird

/// Content of a known length. It can be sent as a whole, in part, or not at all if the client already has it.
public struct Representation: Sendable {
    var length: Int
    /// A strong entity tag, which differs for any two sequences of bytes.
    var tag: EntityTag
    var changed: HTTPDate?
    /// The headers Content-Type and Content-Encoding, which only a response with a body has.
    var content: HTTPFields
    /// The headers Cache-Control and Vary, which a response without a body has as well.
    var caching: HTTPFields

    /// Creates a representation. If the time of the last change is unknown, `changed` is nil.
    public init(length: Int, tag: EntityTag, changed: HTTPDate? = nil, content: HTTPFields, caching: HTTPFields) {
        (self.length, self.tag, self.changed, self.content, self.caching) = (length, tag, changed, content, caching)
    }

    /// Responds with status 200, 206, 304, 412 or 416, depending on the conditions and the range of the request. `body` returns the bytes
    /// of a range.
    public func response(to request: Request, body: (Range<Int>) -> ResponseBody) -> Response {
        var headers = caching
        headers[.eTag] = tag.description
        headers[.lastModified] = changed?.description
        let conditions = ConditionalRequest(method: request.method, headers: request.headers)
        switch conditions.outcome(tag: tag, changed: changed) {
        case .notModified: return Response(status: .notModified, headers: headers)
        case .preconditionFailed: return Response(status: .preconditionFailed)
        case .proceed: break
        }
        headers[.acceptRanges] = "bytes"
        // Ranges are defined for GET only (section 14.2).
        let mayBePart = request.method == .get && conditions.allowsPart(tag: tag, changed: changed)
        switch mayBePart ? ByteRange(request.headers[.range], length: length) : .whole {
        case .unsatisfiable:
            return Response(status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(length)", .acceptRanges: "bytes"])
        case .whole:
            return Response(status: .ok, headers: headers + content, body: body(0..<length))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            return Response(status: .partialContent, headers: headers + content, body: body(range))
        }
    }
}

extension HTTPFields {
    fileprivate static func + (one: HTTPFields, other: HTTPFields) -> HTTPFields {
        var sum = one
        for field in other { sum.append(field) }
        return sum
    }
}
