import HTMLTemplates
import HTTPTypes
import Hummingbird
import Web

/// Offline use: actions that a browser stores and sends later, and pages that open without a connection.
struct OutboxFeature: Feature {
    let pages: [any Page.Type] = [OfflinePage.self]

    func add(to site: Site) { OutboxRoutes().add(to: site) }
}

extension MemberVisit {
    /// A page that the browser may store, and show to the same account without a connection.
    func keptPage(_ page: some Page) throws -> Response {
        var response = try self.page(page)
        response.headers[.keptFor] = session.username
        return response
    }
}
