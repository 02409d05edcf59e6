import HTMLTemplates
import HTTPTypes
import Hummingbird
import NIOCore
import Postgres
import Web

/// The picture that an account brings into each club that it joins.
struct AccountPictureRoutes {
    private let queries = AccountPictureQueries()

    func add(to site: Site) {
        site.get("/account/picture") { visit in try await show(visit) }
        site.upload("/account/picture") { visit in try await change(visit) }
        site.post("/account/picture/removal") { visit in
            try await visit.database.write(queries.remove(of: visit.signedIn().account))
            return visit.redirect(to: AccountPicturePage.path)
        }
        site.get("/account/picture/small") { visit in try await send(visit) }
    }

    private func show(_ visit: Visit, _ refusal: Refusal? = nil) async throws -> Response {
        let tag = try await visit.database.read(queries.tag(of: visit.signedIn().account))
        let page = AccountPicturePage(
            layout: visit.layout(), picture: tag.map { "\(AccountPicturePage.path)/small?\($0)" }, pictureProblem: refusal?.sentence,
            problems: FieldProblem.list(["picture": refusal?.sentence]))
        var response = try visit.page(page, status: refusal?.status ?? .ok)
        response.headers[.retryAfter] = refusal?.retryAfter.map(String.init)
        return response
    }

    private func change(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        let holder = Holder(account: session.account, network: visit.network)
        do {
            try await Upload.receive(visit, for: holder) { upload in
                do {
                    try visit.services.limiter.spend(.photo, by: session.account)
                } catch let problem as Problem {
                    throw Refusal(problem)
                }
                let picture = try await AccountPictureMaker(services: visit.services, holder: holder).picture(of: upload)
                try await visit.database.write(DirectoryQueries().name(session.account), queries.keep(picture))
            }
        } catch let refusal as Refusal {
            return try await show(visit, refusal)
        }
        return visit.redirect(to: AccountPicturePage.path)
    }

    /// Its address has a tag in it: another one is elsewhere.
    private func send(_ visit: Visit) async throws -> Response {
        guard let picture = try await visit.database.read(queries.small(of: visit.signedIn().account)) else { throw Problem.notFound }
        return Response(
            status: .ok, headers: [.contentType: "image/webp", .cacheControl: "private, max-age=31536000, immutable"],
            body: .init(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }
}

struct AccountPicturePage: Page {
    static let template = "providers/picture"
    static let path = "/account/picture"
    var layout: Layout
    /// Where it is; nil: there is none.
    var picture: String?
    var pictureProblem: String?
    var problems: [FieldProblem]
}
