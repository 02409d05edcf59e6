import HTMLTemplates
import Hummingbird
import Web

struct SignInCodeRoutes {
    func add(to site: Site) {
        site.get("/login/code") { visit in try await show(visit) }
        site.post("/login/code") { visit in try await receive(visit) }
    }

    private func show(_ visit: Visit) async throws -> Response {
        guard try await visit.pendingSignIn() != nil else { return try await expiredPage(visit) }
        return try page(visit)
    }

    private func receive(_ visit: Visit) async throws -> Response {
        guard let pending = try await visit.pendingSignIn() else { return try await expiredPage(visit) }
        do {
            return try await visit.completeSignIn(pending)
        } catch let refusal as Refusal {
            // After the last wrong code the sign-in has to start again.
            guard try await visit.pendingSignIn() != nil else { return try await expiredPage(visit) }
            return try page(visit, refusal)
        }
    }

    private func page(_ visit: Visit, _ refusal: Refusal? = nil) throws -> Response {
        var layout = visit.layout()
        layout.path = "/"
        let page = SignInCodePage(layout: layout, code: CodeView(problem: refusal?.sentence, of: visit.form))
        var response = try visit.page(page, status: refusal?.status ?? .ok)
        response.headers[.retryAfter] = refusal?.retryAfter.map(String.init)
        return response
    }

    private func expiredPage(_ visit: Visit) async throws -> Response {
        if visit.session != nil { return visit.redirect(to: "/") }
        let sentence = "That took longer than ten minutes, or too many codes were wrong. Please sign in again."
        return try await visit.signInPage(next: "", Refusal(.gone, sentence))
    }
}

struct SignInCodePage: Page {
    static let template = "accounts/sign-in-code"
    static let path = "/login/code"
    var layout: Layout
    var code: CodeView
}
