import FoundationEssentials
import HTMLTemplates
import Hummingbird
import NIOCore
import Postgres
import Web

/// Receives the actions that browsers have stored offline. Also serves the page that a browser shows if it has no connection and has not
/// stored the requested page.
struct OutboxRoutes {
    private static let actionLimit = 200

    func add(to site: Site) {
        site.get("/offline") { visit in try visit.page(OfflinePage(layout: Layout(plain: visit.services.assets.addresses))) }
        site.memberPost("/c/:club/outbox", on: "/", receive)
    }

    /// Performs the actions in their order, and returns a result for each. If the browser has to send an action again later, it also has to
    /// send all actions after it again.
    private func receive(_ visit: MemberVisit) async throws -> Response {
        // Another account may be signed in on the device by now.
        guard visit.form["account"] == visit.session.username else {
            throw Problem(
                status: .conflict, title: "Another account", detail: "Another account did this. It is sent when that account signs in.")
        }
        let actions = visit.form.values("action")
        guard actions.count <= Self.actionLimit else { throw Problem.tooLarge }
        var answers: [OfflineActionResult] = []
        var delay: OfflineActionResult?
        for action in actions {
            let form = Form(parsing: action.utf8)
            if var answer = delay {
                answer.id = form["id"]
                answers.append(answer)
                continue
            }
            let answer = try await perform(form, visit)
            if answer.status == 429 || answer.status >= 500 { delay = answer }
            answers.append(answer)
        }
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answers))))
    }

    private func perform(_ form: Form, _ visit: MemberVisit) async throws -> OfflineActionResult {
        let id = form["id"]
        guard let kind = OfflineAction.all[form["kind"]] else {
            return OfflineActionResult(id: id, status: 422, words: "This action no longer exists.")
        }
        do {
            return OfflineActionResult(id: id, status: 200, now: try await kind.perform(visit, form))
        } catch {
            guard let problem = Problem(error) else { throw error }
            return OfflineActionResult(id: id, status: Int(problem.status.code), words: problem.detail)
        }
    }
}

/// The page that a browser shows if it has no connection and has not stored the requested page.
struct OfflinePage: Page {
    static let template = "outbox/offline"
    var layout: Layout
}
