/// The code that a user typed for the second factor: the six digits of an authenticator, or a recovery code.
enum TypedCode: Sendable {
    case digits(String)
    case recovery(RecoveryCode)

    private static let maxLength = 60

    /// Reads the form fields of the template `_code.html`. Throws `Refusal` if the text does not have the format of a code.
    init(_ form: Form) throws {
        if Self.isRecovery(form) {
            guard let code = RecoveryCode(typed: form.line("recovery_code").prefix(scalars: Self.maxLength)) else {
                throw Refusal(.unprocessableContent, "A recovery code has 24 letters and digits, in six groups of four. Check yours.")
            }
            self = .recovery(code)
        } else {
            let digits = form.line("code").prefix(scalars: Self.maxLength).filter { $0 != " " && $0 != "-" }
            guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                throw Refusal(.unprocessableContent, "Type the six digits that your authenticator shows.")
            }
            self = .digits(digits)
        }
    }

    static func isRecovery(_ form: Form) -> Bool { form.line("code").isEmpty && !form.line("recovery_code").isEmpty }
}
