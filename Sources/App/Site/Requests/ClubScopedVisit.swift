import HTMLTemplates
import HTTPTypes
import Hummingbird
import Postgres

/// A request within a club, with the properties and functions of `Visit` that handlers use most.
protocol ClubScopedVisit: Sendable {
    var visit: Visit { get }
    var club: Club { get }
}

extension ClubScopedVisit {
    var services: Services { visit.services }
    var database: Database { visit.database }
    var request: Request { visit.request }
    var context: AppContext { visit.context }
    var form: Form { visit.form }
    var network: String { visit.network }
    var referringPage: String? { visit.referringPage }
    var isLookedAt: Bool { visit.isLookedAt }
    var wantsRepresentation: Bool { visit.wantsRepresentation }

    func query(_ name: String) -> String? { visit.query(name) }
    /// The position in a list at which the requested page begins. Throws `Problem.notFound` if the address's query has a malformed key.
    func cursor<Entity>(_ direction: Cursor<Entity>.Direction = .down) throws -> Cursor<Entity> {
        try Cursor(before: query("before"), after: query("after"), direction)
    }

    func identifier<Entity>(_ name: String) throws -> ID<Entity> { try visit.identifier(name) }
    func page(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response { try visit.page(page, status: status) }
    func frame(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response { try visit.frame(page, status: status) }
    func html(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response { visit.html(bytes, status: status) }
    func redirect(to path: String) -> Response { visit.redirect(to: path) }

    /// Returns the response of `action`. If `action` throws a `Refusal`, or reaches a rate limit or a storage limit, returns the response
    /// of `page`: the page or fragment with the form and with the sentence of the refusal. This function sets the status and the header
    /// Retry-After of that response.
    func answer(_ action: () async throws -> Response, refused page: (Refusal) async throws -> Response) async throws -> Response {
        let refusal: Refusal
        do {
            return try await action()
        } catch let thrown as Refusal {
            refusal = thrown
        } catch let problem as Problem where problem.status == .tooManyRequests {
            refusal = Refusal(problem)
        } catch let error as DatabaseError {
            guard let limit = StorageLimit(error) else { throw error }
            refusal = limit.refusal
        }
        var response = try await page(refusal)
        response.status = refusal.status
        response.headers[.retryAfter] = refusal.retryAfter.map(String.init)
        return response
    }

    func whileConnected<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await visit.whileConnected(work)
    }
}
