import HTTPTypes

/// A kind of act that a browser keeps while it has no line, and sends when it has one again. It comes perhaps several times, and late: its
/// own name and time come with it. A feature that has such acts names them in `Feature.keptActs`.
struct KeptAct: Sendable {
    let name: String
    /// Does it, given what its form said. Throws `Refusal` or `Problem` for what is not to be sent again, or not yet.
    let perform: @Sendable (_ visit: MemberVisit, _ form: Form) async throws -> [String: String]

    init(_ name: String, perform: @escaping @Sendable (MemberVisit, Form) async throws -> [String: String]) {
        (self.name, self.perform) = (name, perform)
    }

    static let all = Dictionary(uniqueKeysWithValues: features.flatMap(\.keptActs).map { ($0.name, $0) })
}

/// What came of one act.
struct KeptAnswer: Encodable {
    var id: String
    /// As of a request by itself (RFC 9110): 200 it is done; 429 and 5xx it may be sent again; all else, it never will be.
    var status: Int
    /// What is to be said where it was refused.
    var words: String?
    /// How things stand now, as the act's kind has it.
    var now: [String: String]?
}
