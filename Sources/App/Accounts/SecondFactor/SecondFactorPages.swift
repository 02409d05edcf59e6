import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct SecondFactorPage: Page {
    static let template = "accounts/second-factor"
    static let path = "/account/second-factor"
    var layout: Layout
    var username: String
    var since: Moment?
    var recoveryCodes: String
    /// Whether the server requires a second factor because the user is an admin of a club.
    var isRequired: Bool
    var isRequiredOfAll: Bool
    var confirmation: ConfirmationView
    var problem: String?
}

struct SecondFactorSetupPage: Page {
    static let template = "accounts/second-factor-setup"
    var layout: Layout
    /// The secret in Base32, in groups of four characters.
    var secret: String
    var address: String
    /// The `address` as a QR code. Nil if the address is too long for a QR code.
    var qr: QRView?
    /// A token in the form. It ties the form to the secret that the page shows.
    var setup: String
    var codeProblem: String?
}

struct QRView: ViewModel {
    /// The width and height in modules (small squares), with an empty border of four modules on each side (ISO/IEC 18004, section 5.3.8).
    var side: Int
    var path: String

    init?(_ text: String) {
        guard let code = QRCode(Array(text.utf8)) else { return nil }
        (side, path) = (code.size + 8, code.path(margin: 4))
    }
}

/// Shows new recovery codes. They cannot be shown again, because only their hashes are stored.
struct RecoveryCodesPage: Page {
    static let template = "accounts/recovery-codes"
    var layout: Layout
    var isNew: Bool
    var codes: [String]
    var text: String
}

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
            (title, button) = ("Switch off the second factor?", "Switch off the second factor")
            lead = "Anyone who knows your password can then sign in as you. Your recovery codes do not work any more."
        }
    }
}

extension Visit {
    /// The site's name in an authenticator app. The name contains the host, so that two sites have different names.
    var issuer: String {
        let host = baseURL.split(separator: "/").last.map(String.init) ?? ""
        return host.isEmpty ? "Boardwalk" : "Boardwalk " + host.replacing(":", with: " ")
    }
}

extension TOTP {
    /// The `otpauth://` address of the secret, in Google Authenticator's Key URI format.
    func address(issuer: String, account: String) -> String {
        "otpauth://totp/\(issuer.percentEncoded):\(account.percentEncoded)?secret=\(Base32.encode(secret))"
            + "&issuer=\(issuer.percentEncoded)&algorithm=SHA1&digits=\(digits)&period=\(Self.period)"
    }
}
