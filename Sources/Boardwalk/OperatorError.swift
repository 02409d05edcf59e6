/// What is wrong, and what to do about it, in words for the operator.
struct OperatorError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
