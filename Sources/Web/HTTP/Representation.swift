import HTTPTypes
import Hummingbird

/// Bytes of a known length that a client may already have, or want a part of.
public struct Representation: Sendable {
    var length: Int
    /// Strong: another tag for every other sequence of bytes.
    var tag: EntityTag
    var changed: HTTPDate?
    /// Content-Type and Content-Encoding: what only an answer with bytes has.
    var content: HTTPFields
    /// Cache-Control and Vary: what an answer without bytes has, too.
    var caching: HTTPFields

    /// `changed`: nil when nobody knows.
    public init(length: Int, tag: EntityTag, changed: HTTPDate? = nil, content: HTTPFields, caching: HTTPFields) {
        (self.length, self.tag, self.changed, self.content, self.caching) = (length, tag, changed, content, caching)
    }

    /// 200, 206, 304, 412 or 416, by the request's conditions and range. `body` gives the bytes in a range of them.
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
        // Only GET knows ranges (section 14.2).
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
