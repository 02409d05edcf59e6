import HTTPTypes

/// The conditions that a request makes (RFC 9110, section 13). A resource without a tag or a date has none to be met by.
struct ConditionalRequest {
    enum Outcome: Equatable { case proceed, notModified, preconditionFailed }

    private let isRead: Bool
    private let headers: HTTPFields

    init(method: HTTPRequest.Method, headers: HTTPFields) {
        isRead = method == .get || method == .head
        self.headers = headers
    }

    /// In the order of section 13.2.2: If-Match before If-Unmodified-Since, If-None-Match before If-Modified-Since.
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

    /// Whether a part may be sent: what the client has of it (If-Range, section 13.1.5) is of this very state.
    func allowsPart(tag: EntityTag?, changed: HTTPDate?) -> Bool {
        guard let condition = headers[.ifRange] else { return true }
        if let known = EntityTag(condition) { return tag.map { $0.matchesStrongly(known) } ?? false }
        // An exact match, not "no later than". A date counts as strong here: what changes keeps its tag, which comes first.
        return changed != nil && HTTPDate(condition) == changed
    }

    private func matches(_ list: EntityTag.List, _ tag: EntityTag?, _ isMatch: (EntityTag) -> (EntityTag) -> Bool) -> Bool {
        switch list {
        case .any: true
        case .tags(let tags): tag.map { tags.contains(where: isMatch($0)) } ?? false
        }
    }

    /// A date that cannot be read counts as not sent.
    private func date(_ name: HTTPField.Name) -> HTTPDate? { headers[name].flatMap { HTTPDate($0) } }
}
