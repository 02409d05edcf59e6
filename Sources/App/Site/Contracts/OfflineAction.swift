import HTTPTypes

/// A kind of action that a browser stores while it has no connection, and sends later. An action may arrive late and several times, so the
/// browser also sends the id and the time of the action. A feature lists its kinds in `Feature.offlineActions`.
struct OfflineAction: Sendable {
    let name: String
    /// Performs the action with the fields of its form, and returns the new state for the browser. Throws `Refusal` or `Problem` if the
    /// action cannot be performed.
    let perform: @Sendable (_ visit: MemberVisit, _ form: Form) async throws -> [String: String]

    init(_ name: String, perform: @escaping @Sendable (MemberVisit, Form) async throws -> [String: String]) {
        (self.name, self.perform) = (name, perform)
    }

    static let all = Dictionary(uniqueKeysWithValues: features.flatMap(\.offlineActions).map { ($0.name, $0) })
}

struct OfflineActionResult: Encodable {
    var id: String
    /// The HTTP status that a separate request for this action would get (RFC 9110). 200 means that the action is done. After 429 or 5xx,
    /// the browser may send the action again later. After any other status, the browser does not send it again.
    var status: Int
    var words: String?
    /// The state after the action, in fields that depend on the kind of action. Nil if the action was not performed.
    var now: [String: String]?
}
