import Pictures
import Postgres

struct Registration {
    var username: String
    var email: String
    var password: String
    var displayName: String
    var picture: UploadedPicture?
    var usernameProblem: String?
    var emailProblem: String?
    var passwordProblem: String?
    var displayNameProblem: String?
    var pictureRefusal: Refusal?

    /// Reads and checks the form. The uploaded picture is not decoded yet.
    init(_ upload: Upload) {
        self.init(upload.fields)
        do {
            picture = try UploadedPicture(upload)
        } catch {
            pictureRefusal = error as? Refusal ?? PictureFault.unknown.refusal
        }
    }

    init(_ form: Form) {
        username = form.line("username")
        email = form.line("email")
        password = form["password"]
        displayName = form.line("display_name")
        if displayName.isEmpty { displayName = username }
        check()
    }

    var isValid: Bool { areTextFieldsValid && pictureRefusal == nil }

    var areTextFieldsValid: Bool { usernameProblem == nil && emailProblem == nil && passwordProblem == nil && displayNameProblem == nil }

    static let emailTaken = "An account with this e-mail address already exists."

    /// Adds a problem to the form if the error says that the username or the e-mail address is taken. Returns false for any other error.
    mutating func addProblem(for error: DatabaseError) -> Bool {
        switch error.constraint {
        case "accounts_username_taken": addUsernameTaken()
        case "accounts_email_taken": emailProblem = Self.emailTaken + " Sign in instead?"
        default: return false
        }
        return true
    }

    /// Adds the problems of taken names to a form that has other problems, so that the visitor sees all problems at once.
    mutating func addProblems(for taken: TakenNames) {
        if taken.username, usernameProblem == nil { addUsernameTaken() }
        if taken.email, emailProblem == nil { emailProblem = Self.emailTaken + " Sign in instead?" }
    }

    private mutating func addUsernameTaken() { usernameProblem = Username.taken(username) }

    private mutating func check() {
        usernameProblem = Username.problem(with: username)
        emailProblem = EmailAddress.problem(with: email)
        displayNameProblem = DisplayName.problem(with: displayName)
        passwordProblem = PasswordRules.problem(with: password, of: [username, email])
    }
}

struct TakenNames: RowRecord {
    var username: Bool
    var email: Bool

    static let decoder = RowDecoder(TakenNames.init)
}

enum Username {
    static func problem(with name: String) -> String? {
        name.utf8.count > 30 || name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._\-]{1,28}[A-Za-z0-9]/) == nil
            ? "Use 3 to 30 letters, digits, dots, dashes or underscores. Begin and end with a letter or digit." : nil
    }

    static func taken(_ name: String) -> String { "That name is taken. Try \(name)\(Int.random(in: 2...99))?" }
}

enum DisplayName {
    static func problem(with name: String) -> String? { name.utf16.count > 50 ? "Use at most 50 characters." : nil }
}

enum EmailAddress {
    /// The problem with an address that does not have the format of an e-mail address. Nil if the format is right. The server does not
    /// check whether the address exists.
    static func problem(with address: String) -> String? {
        let isOne =
            address.utf8.count <= 254 && address.unicodeScalars.allSatisfy(\.isASCII) && address.wholeMatch(of: /[^@\s]+@[^@\s]+/) != nil
        return isOne ? nil : "Give an e-mail address like ana@example.com."
    }
}

/// Rules for passwords (ASVS 5.0, V6.2): a minimum length, no rules about kinds of characters, and no common password.
enum PasswordRules {
    static let shortest = 8
    static let longest = 256

    private static let own: Set<String> = ["boardwalk", "boardwalk1", "tictactoe"]

    static func problem(with password: String, of names: [String]) -> String? {
        guard password.utf16.count <= longest else { return "Use at most \(longest) characters." }
        guard password.count >= shortest else { return "Use at least \(shortest) characters. A short sentence is easy to remember." }
        let plain = password.lowercased()
        let isEasyToGuess =
            CommonPasswords.contain(plain) || own.contains(plain) || Set(plain).count <= 2
            || names.contains { $0.utf8.count <= longest && $0.lowercased() == plain }
        return isEasyToGuess ? "This password is easy to guess. Choose another." : nil
    }
}
