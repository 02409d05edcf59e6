import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Whether there is a second factor, and the form by which it is set up.
struct SecondFactorPage: Page {
    static let template = "accounts/second-factor"
    static let path = "/account/second-factor"
    var layout: Layout
    /// For the browser's own store of passwords.
    var username: String
    /// Nil if there is none.
    var since: Moment?
    /// How many recovery codes are left, as a sentence.
    var recoveryCodes: String
    /// Whether the operator demands one of whoever is signed in.
    var isRequired: Bool
    /// Whether the operator demands one of everybody.
    var isRequiredOfAll: Bool
    var confirmation: ConfirmationView
    /// With the password.
    var problem: String?
}

/// Shows a new secret, and asks for a code as proof that an authenticator has it.
struct SecondFactorSetupPage: Page {
    static let template = "accounts/second-factor-setup"
    var layout: Layout
    /// In base32, in groups of four.
    var secret: String
    /// `otpauth://…`, which an authenticator opens.
    var address: String
    /// The same address for a camera. Nil if it is too long for a QR code.
    var qr: QRView?
    /// Binds the form to the secret that is shown.
    var setup: String
    var codeProblem: String?
}

/// A QR code as SVG.
struct QRView: ViewModel {
    /// The drawing's size, with the quiet zone of four modules around it (ISO/IEC 18004, section 5.3.8).
    var side: Int
    /// The dark modules.
    var path: String

    /// Nil if the text is too long.
    init?(_ text: String) {
        guard let code = QRCode(Array(text.utf8)) else { return nil }
        (side, path) = (code.size + 8, code.path(margin: 4))
    }
}

/// Shows recovery codes, which nobody can look up later.
struct RecoveryCodesPage: Page {
    static let template = "accounts/recovery-codes"
    var layout: Layout
    /// Whether the second factor has just been switched on.
    var isNew: Bool
    var codes: [String]
    /// All of them, for the button that copies.
    var text: String
}

/// Asks for the password and a code before the second factor is changed.
struct SecondFactorStepPage: Page {
    static let template = "accounts/second-factor-step"

    enum Step {
        case recoveryCodes, removal
    }

    var layout: Layout
    var username: String
    var title: String
    var lead: String
    var action: String
    var button: String
    var confirmation: ConfirmationView
    /// With the password.
    var problem: String?
    var code: CodeView
    var problems: [FieldProblem]

    init(_ step: Step, _ visit: Visit, problem: String?, codeProblem: String?) async throws {
        (layout, username, action, self.problem) = (visit.layout(), try visit.signedIn().username, visit.request.uri.path, problem)
        confirmation = try await visit.confirmation()
        let code = CodeView(problem: codeProblem, of: visit.form)
        self.code = code
        problems = FieldProblem.list(["password": problem, "code": code.codeProblem, "recovery_code": code.recoveryProblem])
        switch step {
        case .recoveryCodes:
            (title, button) = ("Make new recovery codes?", "Make new codes")
            lead = "You get ten new ones. The codes that you have now do not work any more."
        case .removal:
            (title, button) = ("Switch off the second factor?", "Switch it off")
            lead = "Whoever knows your password can sign in as you then. Your recovery codes do not work any more."
        }
    }
}

extension Visit {
    /// How an authenticator lists this site: by its host, so that two sites are told apart.
    var issuer: String {
        let host = baseURL.split(separator: "/").last.map(String.init) ?? ""
        return host.isEmpty ? "Boardwalk" : "Boardwalk " + host.replacing(":", with: " ")
    }
}

extension TOTP {
    /// The address that an authenticator opens (Key URI format of Google Authenticator).
    func address(issuer: String, account: String) -> String {
        "otpauth://totp/\(issuer.percentEncoded):\(account.percentEncoded)?secret=\(Base32.encode(secret))"
            + "&issuer=\(issuer.percentEncoded)&algorithm=SHA1&digits=\(digits)&period=\(Self.period)"
    }
}
