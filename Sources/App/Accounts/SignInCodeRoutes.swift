import HTMLTemplates
import Hummingbird
import Web

/// The second step of a sign-in, for accounts with a second factor.
struct SignInCodeRoutes {
    func add(to site: Site) {
        site.get("/login/code") { visit in try await show(visit) }
        site.post("/login/code") { visit in try await receive(visit) }
    }

    private func show(_ visit: Visit) async throws -> Response {
        guard try await visit.pendingSignIn() != nil else { return try await tooLate(visit) }
        return try page(visit)
    }

    private func receive(_ visit: Visit) async throws -> Response {
        guard let pending = try await visit.pendingSignIn() else { return try await tooLate(visit) }
        do {
            return try await visit.finish(pending)
        } catch let refusal as Refusal {
            // After the last try there is nothing left to type a code for.
            guard try await visit.pendingSignIn() != nil else { return try await tooLate(visit) }
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

    private func tooLate(_ visit: Visit) async throws -> Response {
        if visit.session != nil { return visit.redirect(to: "/") }
        let sentence = "That took longer than ten minutes, or too many codes were wrong. Please sign in again."
        return try await visit.signInPage(next: "", Refusal(.gone, sentence))
    }
}

/// Asks for the code of the second factor.
struct SignInCodePage: Page {
    static let template = "accounts/sign-in-code"
    static let path = "/login/code"
    var layout: Layout
    var code: CodeView
}
