import FoundationEssentials
import HTMLTemplates
import Hummingbird
import NIOCore
import Postgres
import Web

/// Takes what browsers have kept while they had no line, and gives the page that stands where none was kept.
struct OutboxRoutes {
    /// How many acts come at once.
    private static let most = 200

    func add(to site: Site) {
        site.get("/offline") { visit in try visit.page(OfflinePage(layout: Layout(plain: visit.services.assets.addresses))) }
        site.memberPost("/c/:club/outbox", on: "/", take)
    }

    /// Each is answered by itself, in their order; what cannot be done now lets those after it wait, too.
    private func take(_ visit: MemberVisit) async throws -> Response {
        // They are for whoever did them, not for whoever uses the device now.
        guard visit.form["account"] == visit.session.username else {
            throw Problem(
                status: .conflict, title: "Not yours", detail: "That was done by somebody else, who has to sign in for it to count.")
        }
        let acts = visit.form.values("act")
        guard acts.count <= Self.most else { throw Problem.tooLarge }
        var answers: [KeptAnswer] = []
        var delay: KeptAnswer?
        for act in acts {
            let form = Form(parsing: act.utf8)
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

    private func perform(_ form: Form, _ visit: MemberVisit) async throws -> KeptAnswer {
        let id = form["id"]
        guard let kind = KeptAct.all[form["kind"]] else {
            return KeptAnswer(id: id, status: 422, words: "That cannot be done any more.")
        }
        do {
            return KeptAnswer(id: id, status: 200, now: try await kind.perform(visit, form))
        } catch {
            guard let problem = Problem(error) else { throw error }
            return KeptAnswer(id: id, status: Int(problem.status.code), words: problem.detail)
        }
    }
}

/// What a browser shows where it has no line and has kept no page.
struct OfflinePage: Page {
    static let template = "outbox/offline"
    var layout: Layout
}
