import HTMLTemplates
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Postgres
import Web

/// One request with all that handlers need to answer it.
final class Visit: Sendable {
    let request: Request
    let context: AppContext
    let services: Services

    init(request: Request, context: AppContext, services: Services) {
        (self.request, self.context, self.services) = (request, context, services)
    }

    var session: Session? { context.session }
    var form: Form { context.form }
    var database: Database { services.database }

    /// The path with the query, as the visitor asked for it.
    var address: String { request.uri.string }

    /// `https://boardwalk.example`, for links that leave the page.
    var baseURL: String {
        if let configured = services.settings.baseURL { return configured }
        return (context.isSecure ? "https://" : "http://") + (request.head.authority ?? "localhost")
    }

    /// The cookie's secret.
    var sessionToken: String? { HostCookie.session.value(in: request.headers, isSecure: context.isSecure) }

    /// The signed-in session. Throws a redirect to the sign-in page for a page, 401 for a fragment or a form.
    func signedIn() throws -> Session {
        if let session { return session }
        throw SignInNeeded()
    }

    /// The same visit with the session as the database has it now.
    func refreshed() async throws -> Visit {
        guard let token = sessionToken else { return self }
        var context = context
        context.session = try await services.sessions.session(token: token, isFresh: true)
        return Visit(request: request, context: context, services: services)
    }

    /// The page of this site that a form was sent from.
    var pageBefore: String? {
        guard let referrer = request.headers[.referer], referrer.hasPrefix(baseURL) else { return nil }
        return Self.localPath(String(referrer.dropFirst(baseURL.count)))
    }

    func identifier<Entity>(_ name: String) throws -> ID<Entity> {
        guard let text = context.parameters.get(name), let id = ID<Entity>(text) else { throw Problem.notFound }
        return id
    }

    /// What a form with method GET says, or a link. A blank may come as `+` (URL Standard, application/x-www-form-urlencoded).
    func query(_ name: String) -> String? { queryFields.value(name) }

    /// All fields of the query.
    var queryFields: Form { Form(parsing: (request.uri.query ?? "").utf8) }

    /// Whether somebody looks at the answer: not a program that asks for its head, or a browser that fetches it in case it is wanted.
    var isLookedAt: Bool {
        request.method != .head && request.headers[.secPurpose]?.contains("prefetch") != true
    }

    /// Whether what is answered will stand in a frame of a page.
    var isForFrame: Bool { request.headers[.fetchDestination] == "iframe" }

    /// The page that the answer stands in: a frame's address lies below it.
    var pageAround: String? {
        guard isForFrame, let end = request.uri.path.lastIndex(of: "/"), end > request.uri.path.startIndex else { return nil }
        return String(request.uri.path[..<end])
    }

    /// RFC 7240: whether the client asked for the changed thing itself in place of a redirect.
    var wantsRepresentation: Bool {
        (request.headers[.prefer] ?? "").utf8.split(separator: UInt8(ascii: ",")).contains { preference in
            preference.drop { $0 == UInt8(ascii: " ") }.elementsEqual("return=representation".utf8)
        }
    }

    func page(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response {
        html(try services.templates.render(page), status: status)
    }

    /// A page that stands in a frame of another page of this site.
    func frame(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response {
        var response = try self.page(page, status: status)
        response.headers[.contentSecurityPolicy] = SecurityHeaders.framed
        return response
    }

    func html(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        var headers = Self.ofHTML
        headers[.account] = session?.username ?? "-"
        guard let compressed = Gzip.compress(page: bytes, accepted: request.headers[.acceptEncoding]) else {
            return Response(status: status, headers: headers, body: .init(giving: bytes))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: status, headers: headers, body: .init(byteBuffer: compressed))
    }

    /// What every page and fragment carries.
    static let ofHTML: HTTPFields = [
        .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache", .vary: "Cookie, Prefer, Accept-Encoding",
    ]

    /// Headers of files that not everybody may see.
    static let ofPrivateFiles: HTTPFields = [.cacheControl: "private, no-cache", .vary: "Cookie"]

    /// `response` to somebody who has signed in or out: the browser deletes what it has cached, which may be another account's (Clear Site Data,
    /// section 3.1). It keeps its storage, in which acts may wait to be sent.
    static func clearingCache(_ response: Response) -> Response {
        var response = response
        response.headers[.clearSiteData] = "\"cache\""
        return response
    }

    /// 303: a success is another page.
    func redirect(to path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }

    /// `path` when it leads back into this site, else nil.
    static func localPath(_ path: String) -> String? {
        let isLocal =
            path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\") && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        return isLocal ? path : nil
    }
}

/// Thrown where a page is for signed-in visitors only.
struct SignInNeeded: Error {
    /// The sign-in page, with where to go afterwards.
    static func address(next: String) -> String {
        "/login?next=" + next.percentEncoded
    }
}

typealias Handler = @Sendable (Visit) async throws -> Response

/// The router with the services that every handler gets.
struct Site {
    let router: Router<AppContext>
    let services: Services
    let map = SiteMap()

    func get(_ path: RouterPath, _ handler: @escaping Handler) {
        map.note(path, .get)
        router.get(path) { [services] request, context in
            try await handler(Visit(request: request, context: context, services: services))
        }
    }

    func post(_ path: RouterPath, _ handler: @escaping Handler) {
        map.note(path, .post)
        router.post(path) { [services] request, context in
            try await handler(Visit(request: request, context: context, services: services))
        }
    }

    /// A form with files outside of clubs, which the handler receives by `Upload.receive`: until then neither it nor its token has been read.
    func upload(_ path: RouterPath, _ handler: @escaping Handler) {
        map.noteUpload(path)
        post(path, handler)
    }
}
