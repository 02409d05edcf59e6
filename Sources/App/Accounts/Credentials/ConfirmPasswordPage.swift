import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Asks the user to confirm their identity before a session is ended or a provider is unlinked.
struct ConfirmPasswordPage: Page {
    static let template = "accounts/access-step"

    enum Step {
        case session, otherSessions
        case provider(label: String)
    }

    var layout: Layout
    var username: String
    var title: String
    var lead: String
    var action: String
    var button: String
    var confirmation: ConfirmationView
    var problem: String?

    init(_ step: Step, _ visit: Visit, problem: String?) async throws {
        (layout, username, action, self.problem) = (visit.layout(), try visit.signedIn().username, visit.request.uri.path, problem)
        confirmation = try await visit.confirmation()
        switch step {
        case .session:
            (title, button) = ("Sign out that device?", "Sign it out")
            lead = "Nobody can use your account on that device until they sign in again."
        case .otherSessions:
            (title, button) = ("Sign out everywhere else?", "Sign out everywhere else")
            lead = "You stay signed in here. On every other device you must sign in again."
        case .provider(let label):
            (title, button) = ("Unlink \(label)?", "Unlink \(label)")
            lead = "Nobody can sign in to your account with it any more. You can link it again."
        }
    }
}
