/// An error with a message for the operator: what is wrong, and what to do about it.
struct OperatorError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
