import HTTPTypes

/// A kind of action that a browser stores while it has no connection, and sends later. The same action may arrive late and several times,
/// so the browser sends its id and time as well. A feature lists its kinds in `Feature.offlineActions`.
struct OfflineAction: Sendable {
    let name: String
    /// Performs the action with the fields of its form. Throws `Refusal` or `Problem` if the browser must not send it again, or not yet.
    let perform: @Sendable (_ visit: MemberVisit, _ form: Form) async throws -> [String: String]

    init(_ name: String, perform: @escaping @Sendable (MemberVisit, Form) async throws -> [String: String]) {
        (self.name, self.perform) = (name, perform)
    }

    static let all = Dictionary(uniqueKeysWithValues: features.flatMap(\.offlineActions).map { ($0.name, $0) })
}

struct OfflineActionResult: Encodable {
    var id: String
    /// The status that a request of its own would have (RFC 9110): 200 if the action is done, 429 or 5xx if the browser may send it again.
    /// After any other status, the browser does not send it again.
    var status: Int
    var words: String?
    /// The current state, in fields that depend on the kind of action.
    var now: [String: String]?
}
