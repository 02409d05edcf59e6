import HTMLTemplates
import Hummingbird
import Logging
import Web

struct ProblemPages: RouterMiddleware {
    let services: Services

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch is SignInRequired {
            return try await signIn(request, context)
        } catch BodyFault.broken {
            // The client disconnected in the middle of the body, or sent a body that cannot be read. The connection handles this error.
            throw BodyFault.broken
        } catch  where Task.isCancelled {
            // The client has disconnected, so nobody reads a response.
            throw BodyFault.broken
        } catch {
            return try await answer(error, request, context)
        }
    }

    /// Redirects the request of a page to the sign-in page, which leads back to the requested page. A form, a poll or a frame gets a 401
    /// page with a link to sign in.
    private func signIn(_ request: Request, _ context: AppContext) async throws -> Response {
        let visit = Visit(request: request, context: context, services: services)
        if [.get, .head].contains(request.method), request.headers[.prefer] == nil, !visit.isForFrame {
            return visit.redirect(to: SignInRequired.address(next: visit.address))
        }
        let problem = Problem(
            status: .unauthorized, title: "You are signed out",
            detail: "Nothing was changed. Your text is still on the page where you typed it. Sign in, then send it again.",
            action: Problem.Action(label: "Sign in", href: SignInRequired.address(next: visit.embeddingPage ?? visit.referringPage ?? "/")))
        return try await answer(problem, request, context)
    }

    private func answer(_ error: any Error, _ request: Request, _ context: AppContext) async throws -> Response {
        let visit = Visit(request: request, context: context, services: services)
        var problem = Problem(error) ?? unexpected(error, context)
        if problem.status == .tooManyRequests || error is Refusal, let before = visit.referringPage {
            problem.action = Problem.Action(label: "Back", href: before)
        }
        if problem.status == .notFound, problem.action.href == "/", let club = await club(of: visit) {
            problem.action = Problem.Action(label: "Back to \(club.name)", href: club.path + "/")
        }
        var response = try visit.isForFrame ? frame(problem, visit) : page(problem, visit)
        if let methods = problem.allowed { response.headers[.allow] = methods }
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    private func page(_ problem: Problem, _ visit: Visit) throws -> Response {
        let page = ProblemPage(
            layout: visit.layout(), status: problem.status.code, title: problem.title, detail: problem.detail,
            request: problem.status.code == 500 ? visit.context.requestID.description : nil,
            refreshSeconds: problem.status == .serviceUnavailable && visit.request.method == .get ? problem.retryAfter : nil,
            action: problem.action.href, actionLabel: problem.action.label)
        return try visit.page(page, status: problem.status)
    }

    /// Renders the problem for a frame, which must not show a full page. After a temporary problem, the frame loads again by itself. If
    /// something is not found, the page around the frame is outdated, and the visitor gets a link to load that page again.
    private func frame(_ problem: Problem, _ visit: Visit) throws -> Response {
        var action = problem.action
        if problem.status == .notFound, let around = visit.embeddingPage {
            action = Problem.Action(label: "Load the page again", href: around)
        }
        let page = ProblemFrame(
            layout: visit.layout(), title: problem.title, detail: problem.detail,
            refreshSeconds: visit.request.method == .get ? problem.retryAfter : nil, action: action.href, actionLabel: action.label)
        return try visit.frame(page, status: problem.status)
    }

    /// The club in the address, if the visitor is a member of it.
    private func club(of visit: Visit) async -> Club? {
        let parts = visit.request.uri.path.split(separator: "/", maxSplits: 2)
        guard parts.count > 1, parts[0] == "c", let session = visit.session,
            let club = try? await services.clubs.club(slug: String(parts[1])),
            session.memberships[club.id] != nil
        else { return nil }
        return club
    }

    private func unexpected(_ error: any Error, _ context: AppContext) -> Problem {
        services.logger.error("unexpected error", metadata: ["id": .stringConvertible(context.requestID), "error": "\(error)"])
        return Problem(
            status: .internalServerError, title: "Something went wrong",
            detail: "It is our fault, not yours. If it happens again, tell us the number below.")
    }
}

struct ProblemPage: Page {
    static let template = "problem"
    var layout: Layout
    var status: Int
    var title: String
    var detail: String
    var request: String?
    var refreshSeconds: Int?
    var action: String
    var actionLabel: String
}

struct ProblemFrame: Page {
    static let template = "problem-frame"
    var layout: Layout
    var title: String
    var detail: String
    var refreshSeconds: Int?
    /// The address of the link below the text: the page around the frame, or another page that helps.
    var action: String
    var actionLabel: String
}
