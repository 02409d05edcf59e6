import HTMLTemplates
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Postgres
import Web

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

    var address: String { request.uri.string }

    /// The beginning of the site's addresses, such as `https://boardwalk.example`. Links outside of the site need it, for example in a
    /// message.
    var baseURL: String {
        if let configured = services.settings.baseURL { return configured }
        return (context.isSecure ? "https://" : "http://") + (request.head.authority ?? "localhost")
    }

    var sessionToken: String? { HostCookie.session.value(in: request.headers, isSecure: context.isSecure) }

    /// The signed-in session. Throws `SignInRequired` if nobody is signed in. If a page was requested, the response is then a redirect to
    /// the sign-in page. If a form, a poll or a frame was requested, it is a page with status 401.
    func signedIn() throws -> Session {
        if let session { return session }
        throw SignInRequired()
    }

    /// The same visit with a session that was read from the database and not from the cache.
    func refreshed() async throws -> Visit {
        guard let token = sessionToken else { return self }
        var context = context
        context.session = try await services.sessions.session(token: token, isFresh: true)
        return Visit(request: request, context: context, services: services)
    }

    /// The path of the page of this site from which the request was sent, by its header Referer. Nil if the header is missing or names
    /// another site.
    var referringPage: String? {
        guard let referrer = request.headers[.referer], referrer.hasPrefix(baseURL) else { return nil }
        return Self.localPath(String(referrer.dropFirst(baseURL.count)))
    }

    func identifier<Entity>(_ name: String) throws -> ID<Entity> {
        guard let text = context.parameters.get(name), let id = ID<Entity>(text) else { throw Problem.notFound }
        return id
    }

    /// The value of a field in the address's query. A space may be written as `+` (URL Standard, application/x-www-form-urlencoded).
    func query(_ name: String) -> String? { queryFields.value(name) }

    var queryFields: Form { Form(parsing: (request.uri.query ?? "").utf8) }

    /// Whether a person will see the response. False for a HEAD request, and if the browser only prefetches the page.
    var isLookedAt: Bool {
        request.method != .head && request.headers[.secPurpose]?.contains("prefetch") != true
    }

    /// Whether the response is shown in a frame (`iframe`) of a page.
    var isForFrame: Bool { request.headers[.fetchDestination] == "iframe" }

    /// The path of the page around the frame in which the response is shown. A frame's address is always below the address of its page. Nil
    /// if the response is not shown in a frame.
    var embeddingPage: String? {
        guard isForFrame, let end = request.uri.path.lastIndex(of: "/"), end > request.uri.path.startIndex else { return nil }
        return String(request.uri.path[..<end])
    }

    /// Whether the client asks for the changed content instead of a redirect (RFC 7240).
    var wantsRepresentation: Bool {
        (request.headers[.prefer] ?? "").utf8.split(separator: UInt8(ascii: ",")).contains { preference in
            preference.drop { $0 == UInt8(ascii: " ") }.elementsEqual("return=representation".utf8)
        }
    }

    func page(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response {
        html(try services.templates.render(page), status: status)
    }

    /// Renders a page that is shown in a frame of another page of this site.
    func frame(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response {
        var response = try self.page(page, status: status)
        response.headers[.contentSecurityPolicy] = SecurityHeaders.framed
        return response
    }

    func html(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        var headers = Self.htmlHeaders
        headers[.account] = session?.username ?? "-"
        guard let compressed = Gzip.compress(page: bytes, accepted: request.headers[.acceptEncoding]) else {
            return Response(status: status, headers: headers, body: .init(giving: bytes))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: status, headers: headers, body: .init(byteBuffer: compressed))
    }

    static let htmlHeaders: HTTPFields = [
        .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache", .vary: "Cookie, Prefer, Accept-Encoding",
    ]

    static let privateFileHeaders: HTTPFields = [.cacheControl: "private, no-cache", .vary: "Cookie"]

    /// Returns `response` with a header that makes the browser delete its cache after a sign-in or sign-out, because the cache may have
    /// pages of another account (Clear Site Data, section 3.1). The browser keeps its storage, which may have actions that are still to be
    /// sent.
    static func clearingBrowserCache(_ response: Response) -> Response {
        var response = response
        response.headers[.clearSiteData] = "\"cache\""
        return response
    }

    /// 303 See Other: the browser loads the page at `path` by GET.
    func redirect(to path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }

    /// Returns `path` if it leads to this site, else nil.
    static func localPath(_ path: String) -> String? {
        let isLocal =
            path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\") && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        return isLocal ? path : nil
    }
}

struct SignInRequired: Error {
    static func address(next: String) -> String {
        "/login?next=" + next.percentEncoded
    }
}

extension Visit {
    /// Runs long work, and cancels it when the client disconnects. A client that has only finished sending still counts as connected.
    func whileConnected<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let gone = Signal()
        context.channel.closeFuture.whenComplete { _ in gone.happen() }
        return try await race(work) {
            await gone.wait()
            return CancellationError()
        }
    }
}
