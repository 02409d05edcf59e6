import FoundationEssentials
import HTMLTemplates
import Hummingbird
import OpenID
import Postgres
import Web

/// Providers as ways into the account of whoever is signed in: linking and unlinking them, and confirming with them.
struct WayRoutes {
    private let queries = ProviderQueries()
    private let identities = IdentityQueries()

    func add(to site: Site) {
        site.get("/account/ways/:provider/link") { visit in
            _ = try visit.signedIn()
            return try await visit.leave(for: visit.provider(), .link, next: "/account")
        }
        site.get("/account/ways/new") { visit in try await showLink(visit) }
        site.post("/account/ways/new") { visit in try await link(visit) }
        site.get("/account/ways/:provider/removal") { visit in try await confirmUnlinking(visit) }
        site.post("/account/ways/:provider/removal") { visit in try await unlink(visit) }
        site.get("/account/confirmation/:provider") { visit in
            _ = try visit.signedIn()
            return try await visit.leave(for: visit.provider(), .confirmation, next: visit.query("for") ?? "/account")
        }
    }

    /// Whom a provider has just named to whoever is signed in.
    private func pending(_ visit: Visit) async throws -> (BrowserMark, PendingIdentity, OpenIDProviderSettings)? {
        let session = try visit.signedIn()
        guard let mark = BrowserMark(of: visit),
            let pending = try await visit.database.read(queries.pending(browser: mark.hash, session: session.id)),
            let provider = visit.services.openID.providers.first(where: { $0.name == pending.identity.provider })
        else { return nil }
        return (mark, pending, provider)
    }

    private func showLink(_ visit: Visit, _ refusal: Refusal? = nil) async throws -> Response {
        guard let (_, pending, provider) = try await pending(visit) else { return visit.redirect(to: "/account") }
        let page = LinkPage(
            layout: visit.layout(), label: provider.label, who: pending.identity.who, confirmation: try await visit.confirmation(),
            problem: refusal?.sentence)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func link(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        guard let (mark, _, provider) = try await pending(visit) else { return visit.redirect(to: "/account") }
        do {
            try await visit.confirmIdentity()
            try await visit.database.write(
                session.useConfirmation,
                queries.link(to: session.account, browser: mark.hash, session: session.id, label: provider.label))
            visit.note(.providerLinked, ["provider": "\(provider.name)"])
            return visit.unmarking(visit.redirect(to: "/account"))
        } catch let refusal as Refusal {
            return try await showLink(visit, refusal)
        } catch let error as DatabaseError where error.constraint == "account_identities_taken" {
            throw Self.othersAlready(provider)
        } catch let error as DatabaseError where error.constraint == "account_identities_once" {
            return try await showLink(visit, Self.linkedAlready(provider))
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
        let page = try await AccessStepPage(.provider(linked.label), visit, problem: refusal?.sentence)
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
        let (_, gone) = try await visit.database.write(
            session.useConfirmation, identities.unlink(name, of: session.account, providers: offered))
        let isThere = try await visit.database.read(identities.identities(of: session.account)).contains { $0.provider == name }
        guard gone == 0, isThere else {
            visit.note(.providerUnlinked, ["provider": "\(name)"])
            return visit.redirect(to: "/account")
        }
        return try await refuseLast(visit)
    }

    private func refuseLast(_ visit: Visit) async throws -> Response {
        try await AccountRoutes().showAccount(
            visit, problem: "That is your last way in. Set a password, or link something else, and then unlink this.", status: .conflict)
    }

    static func othersAlready(_ provider: OpenIDProviderSettings) -> Problem {
        Problem(
            status: .conflict, title: "That did not work",
            detail: "That account of \(provider.label) signs in to another account here. Unlink it there first. Nothing was changed.",
            action: Problem.Action(label: "Back", href: "/account"))
    }

    static func linkedAlready(_ provider: OpenIDProviderSettings) -> Refusal {
        Refusal(.conflict, "Another account of \(provider.label) is linked already. Unlink that one first. Nothing was changed.")
    }
}

extension OpenIDIdentity {
    /// As people know it; nil: the provider does not say.
    var who: String? { email ?? preferredUsername ?? name }
}

/// Whether a provider's account becomes a way into the one that somebody is signed in to.
struct LinkPage: Page {
    static let template = "providers/link"
    static let path = "/account/ways/new"
    var layout: Layout
    var label: String
    var who: String?
    var confirmation: ConfirmationView
    /// With the password.
    var problem: String?
}
