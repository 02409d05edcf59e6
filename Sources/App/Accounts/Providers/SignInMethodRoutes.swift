import FoundationEssentials
import HTMLTemplates
import Hummingbird
import OpenID
import Postgres
import Web

struct SignInMethodRoutes {
    private let queries = ProviderQueries()
    private let identities = IdentityQueries()

    func add(to site: Site) {
        site.get("/account/sign-in-methods/:provider/link") { visit in
            _ = try visit.signedIn()
            return try await visit.redirectToProvider(visit.provider(), .link, next: "/account")
        }
        site.get("/account/sign-in-methods/new") { visit in try await showLink(visit) }
        site.post("/account/sign-in-methods/new") { visit in try await link(visit) }
        site.get("/account/sign-in-methods/:provider/removal") { visit in try await confirmUnlinking(visit) }
        site.post("/account/sign-in-methods/:provider/removal") { visit in try await unlink(visit) }
        site.get("/account/confirmation/:provider") { visit in
            _ = try visit.signedIn()
            return try await visit.redirectToProvider(visit.provider(), .confirmation, next: visit.query("for") ?? "/account")
        }
    }

    /// The pending identity that the session wants to link to its account. Nil if there is no such identity, or if the identity has
    /// expired.
    private func pending(_ visit: Visit) async throws -> (BrowserBinding, PendingIdentity, OpenIDProviderSettings)? {
        let session = try visit.signedIn()
        guard let binding = BrowserBinding(of: visit),
            let pending = try await visit.database.read(queries.pending(browser: binding.hash, session: session.id)),
            let provider = visit.services.openID.providers.first(where: { $0.name == pending.identity.provider })
        else { return nil }
        return (binding, pending, provider)
    }

    private func showLink(_ visit: Visit, _ refusal: Refusal? = nil) async throws -> Response {
        guard let (_, pending, provider) = try await pending(visit) else { return visit.redirect(to: "/account") }
        let page = LinkPage(
            layout: visit.layout(), label: provider.label, accountName: pending.identity.accountName,
            confirmation: try await visit.confirmation(), problem: refusal?.sentence)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func link(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        guard let (binding, _, provider) = try await pending(visit) else { return visit.redirect(to: "/account") }
        do {
            try await visit.confirmIdentity()
            try await visit.database.write(
                session.useConfirmation,
                queries.link(to: session.account, browser: binding.hash, session: session.id, label: provider.label))
            visit.logSecurityEvent(.providerLinked, ["provider": "\(provider.name)"])
            return visit.removingBinding(from: visit.redirect(to: "/account"))
        } catch let refusal as Refusal {
            return try await showLink(visit, refusal)
        } catch let error as DatabaseError where error.constraint == "account_identities_taken" {
            throw Self.identityTaken(provider)
        } catch let error as DatabaseError where error.constraint == "account_identities_once" {
            return try await showLink(visit, Self.providerAlreadyLinked(provider))
        }
    }

    private func confirmUnlinking(_ visit: Visit, _ refusal: Refusal? = nil) async throws -> Response {
        let (session, name) = (try visit.signedIn(), visit.context.parameters.get("provider") ?? "")
        let all = try await visit.database.read(identities.identities(of: session.account))
        guard let linked = all.first(where: { $0.provider == name }) else { return visit.redirect(to: "/account") }
        let offered = visit.services.openID.providers.map(\.name)
        guard session.hasPassword || all.contains(where: { $0.provider != name && offered.contains($0.provider) }) else {
            return try await refuseLast(visit)
        }
        let page = try await ConfirmPasswordPage(.provider(label: linked.label), visit, problem: refusal?.sentence)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func unlink(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await confirmUnlinking(visit, refusal)
        }
        let name = visit.context.parameters.get("provider") ?? ""
        let offered = visit.services.openID.providers.map(\.name)
        let (_, unlinkedCount) = try await visit.database.write(
            session.useConfirmation, identities.unlink(name, of: session.account, providers: offered))
        let isStillLinked = try await visit.database.read(identities.identities(of: session.account)).contains { $0.provider == name }
        guard unlinkedCount == 0, isStillLinked else {
            visit.logSecurityEvent(.providerUnlinked, ["provider": "\(name)"])
            return visit.redirect(to: "/account")
        }
        return try await refuseLast(visit)
    }

    private func refuseLast(_ visit: Visit) async throws -> Response {
        try await AccountRoutes().showAccount(
            visit, problem: "This is your only sign-in method. Set a password or link another provider before you unlink it.",
            status: .conflict)
    }

    static func identityTaken(_ provider: OpenIDProviderSettings) -> Problem {
        Problem(
            status: .conflict, title: "That did not work",
            detail: "That account of \(provider.label) is linked to another account here. Unlink it there first. Nothing was changed.",
            action: Problem.Action(label: "Back", href: "/account"))
    }

    static func providerAlreadyLinked(_ provider: OpenIDProviderSettings) -> Refusal {
        Refusal(.conflict, "Another account of \(provider.label) is linked already. Unlink that one first. Nothing was changed.")
    }
}

extension OpenIDIdentity {
    var accountName: String? { email ?? preferredUsername ?? name }
}

struct LinkPage: Page {
    static let template = "providers/link"
    static let path = "/account/sign-in-methods/new"
    var layout: Layout
    var label: String
    var accountName: String?
    var confirmation: ConfirmationView
    var problem: String?
}
