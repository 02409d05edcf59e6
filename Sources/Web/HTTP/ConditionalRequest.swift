import HTTPTypes

/// The conditions of a request, such as If-None-Match (RFC 9110, section 13). If the resource has no tag, none of the listed tags matches.
/// If the resource has no date, conditions on dates are ignored.
struct ConditionalRequest {
    enum Outcome: Equatable { case proceed, notModified, preconditionFailed }

    private let isRead: Bool
    private let headers: HTTPFields

    init(method: HTTPRequest.Method, headers: HTTPFields) {
        isRead = method == .get || method == .head
        self.headers = headers
    }

    /// Evaluates the conditions in the order of section 13.2.2: If-Match before If-Unmodified-Since, If-None-Match before
    /// If-Modified-Since.
    func outcome(tag: EntityTag?, changed: HTTPDate?) -> Outcome {
        if let wanted = headers[.ifMatch].map(EntityTag.List.init) {
            guard matches(wanted, tag, EntityTag.matchesStrongly) else { return .preconditionFailed }
        } else if let date = date(.ifUnmodifiedSince), let changed, changed > date {
            return .preconditionFailed
        }
        if let known = headers[.ifNoneMatch].map(EntityTag.List.init) {
            guard matches(known, tag, EntityTag.matchesWeakly) else { return .proceed }
            return isRead ? .notModified : .preconditionFailed
        }
        if isRead, let date = date(.ifModifiedSince), let changed, changed <= date { return .notModified }
        return .proceed
    }

    /// Returns whether a part of the content may be sent. The part that the client already has must belong to the current state of the
    /// resource (If-Range, section 13.1.5).
    func allowsPart(tag: EntityTag?, changed: HTTPDate?) -> Bool {
        guard let condition = headers[.ifRange] else { return true }
        if let known = EntityTag(condition) { return tag.map { $0.matchesStrongly(known) } ?? false }
        // The dates must be equal. A client sends a date only if it knows no tag (section 13.1.5), and every resource that changes has a
        // tag. So equal dates mean equal content.
        return changed != nil && HTTPDate(condition) == changed
    }

    private func matches(_ list: EntityTag.List, _ tag: EntityTag?, _ isMatch: (EntityTag) -> (EntityTag) -> Bool) -> Bool {
        switch list {
        case .any: true
        case .tags(let tags): tag.map { tags.contains(where: isMatch($0)) } ?? false
        }
    }

    /// Parses the date in a header. A malformed date is treated as if it had not been sent.
    private func date(_ name: HTTPField.Name) -> HTTPDate? { headers[name].flatMap { HTTPDate($0) } }
}
