import HTMLTemplates
import HTTPTypes
import Hummingbird
import Web

/// What browsers do while they have no line: acts that are kept and sent later, and pages that open all the same.
struct OutboxFeature: Feature {
    let pages: [any Page.Type] = [OfflinePage.self]

    func add(to site: Site) { OutboxRoutes().add(to: site) }
}

extension MemberVisit {
    /// A page that the browser may keep, and show to the same account where there is no line.
    func keptPage(_ page: some Page) throws -> Response {
        var response = try self.page(page)
        response.headers[.keptFor] = session.username
        return response
    }
}
