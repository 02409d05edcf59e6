import OpenID
import Postgres

/// The form that a visitor fills in after the first sign-in with a provider, and the problems of its fields. The e-mail address and the
/// picture from the provider are stored only if the visitor chooses so.
struct WelcomeForm: Sendable {
    var username: String
    var displayName: String
    var email: String
    var keepsEmail: Bool
    var usesPicture: Bool
    var usernameProblem: String?
    var displayNameProblem: String?
    var emailProblem: String?
    var pictureProblem: String?

    init(username: String, displayName: String) {
        (self.username, self.displayName, email, keepsEmail, usesPicture) = (username, displayName, "", false, false)
    }

    init(_ form: Form) {
        username = form.line("username")
        displayName = form.line("display_name")
        if displayName.isEmpty { displayName = username }
        email = form.line("email")
        (keepsEmail, usesPicture) = (form["keep_email"] == "1", form["use_picture"] == "1")
        usernameProblem = Username.problem(with: username)
        displayNameProblem = DisplayName.problem(with: displayName)
        if !email.isEmpty, !keepsEmail { emailProblem = EmailAddress.problem(with: email) }
    }

    var isValid: Bool { usernameProblem == nil && displayNameProblem == nil && emailProblem == nil && pictureProblem == nil }

    func chosenEmail(of identity: OpenIDIdentity) -> String? { keepsEmail ? identity.offeredEmail : email.isEmpty ? nil : email }

    /// Adds a problem to the form if the error says that the username or the e-mail address is taken. Returns false for any other error.
    mutating func addProblem(for error: DatabaseError) -> Bool {
        switch error.constraint {
        case "accounts_username_taken": usernameProblem = Username.taken(username)
        case "accounts_email_taken": emailProblem = Registration.emailTaken + " If it is yours, link it below."
        default: return false
        }
        return true
    }
}

extension OpenIDIdentity {
    var offeredEmail: String? { email.flatMap { EmailAddress.problem(with: $0) == nil ? $0 : nil } }

    var suggestedUsernames: [String] {
        let words = [preferredUsername, email.map { String($0.prefix { $0 != "@" }) }, name].compactMap(\.self)
        let plain = words.map(Self.username(from:)).filter { Username.problem(with: $0) == nil }
        let all = plain.isEmpty ? ["guest"] : plain
        return all + [2, 3, 4].flatMap { number in all.map { $0.prefix(scalars: 24) + "\(number)" } }
            + [all[0].prefix(scalars: 20) + "\(Int.random(in: 1000...999_999))"]
    }

    /// A valid display name, made from the name that the provider has sent. Empty if the provider has sent no name.
    var suggestedDisplayName: String {
        var form = Form()
        form["name"] = name ?? preferredUsername ?? ""
        let line = form.line("name")
        return DisplayName.problem(with: line) == nil ? line : line.prefix(scalars: 25)
    }

    /// A username that is made from the name. Empty if the name has letters outside ASCII, because a username cannot contain such letters.
    private static func username(from name: String) -> String {
        guard name.unicodeScalars.allSatisfy(\.isASCII) else { return "" }
        let kept = name.lowercased().unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "0"..."9", ".", "-", "_": scalar
            default: " " as Unicode.Scalar
            }
        }
        let words = String(String.UnicodeScalarView(kept)).split(separator: " ").joined(separator: ".").prefix(30)
        return String(words.drop { !$0.isLetter && !$0.isNumber }.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed())
    }
}
