import Pictures
import Crypto
import HTMLTemplates
import HTTPTypes
import Hummingbird
import NIOCore
import Postgres
import Web

/// Shows, changes and deletes the account's picture. A copy of the picture is stored in each club that the account joins.
struct AccountPictureRoutes {
    private let queries = AccountPictureQueries()

    func add(to site: Site) {
        site.get("/account/picture") { visit in
            let fault = visit.query("fault").flatMap { PictureFault(rawValue: $0) }
            return try await show(visit, after: fault, next: visit.query("next") ?? "")
        }
        site.upload("/account/picture") { visit in try await change(visit) }
        site.post("/account/picture/removal") { visit in
            try await visit.database.write(queries.delete(of: visit.signedIn().account))
            return visit.redirect(to: AccountPicturePage.path)
        }
        site.get("/account/picture/small") { visit in try await send(visit) }
    }

    /// - Parameters:
    ///   - fault: the reason why the server refused the picture that the visitor chose during the registration. Nil outside a registration.
    ///   - next: the path to which the page leads the visitor afterwards.
    private func show(
        _ visit: Visit, _ refusal: Refusal? = nil, after fault: PictureFault? = nil, next: String
    ) async throws -> Response {
        let tag = try await visit.database.read(queries.tag(of: visit.signedIn().account))
        let sentence = (refusal ?? fault?.refusal)?.sentence
        let page = AccountPicturePage(
            layout: visit.layout(), picture: tag.map { "\(AccountPicturePage.path)/small?\($0)" },
            pictureField: PictureField(problem: sentence, visit: visit), problems: FieldProblem.list(["picture": sentence]),
            isNew: fault != nil, next: next, continuePath: Visit.localPath(next) ?? (fault == nil ? nil : "/"))
        var response = try visit.page(page, status: refusal?.status ?? .ok)
        response.headers[.retryAfter] = refusal?.retryAfter.map(String.init)
        return response
    }

    private func change(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        let requester = Requester(account: session.account, network: visit.network)
        return try await Upload.receive(visit, for: requester) { upload in
            let next = upload.fields["next"]
            do {
                guard let sent = try UploadedPicture(upload) else { throw Refusal(.unprocessableContent, "Choose a picture first.") }
                do {
                    try visit.services.limiter.spend(.photo, by: session.account)
                } catch let problem as Problem {
                    throw Refusal(problem)
                }
                try await visit.services.saveAccountPicture(sent, for: requester)
            } catch let refusal as Refusal {
                return try await show(visit, refusal, next: next)
            }
            return visit.redirect(to: Visit.localPath(next) ?? AccountPicturePage.path)
        }
    }

    private func send(_ visit: Visit) async throws -> Response {
        guard let picture = try await visit.database.read(queries.small(of: visit.signedIn().account)) else { throw Problem.notFound }
        let tag = EntityTag(opaque: RandomText.encode(Array(SHA256.hash(data: picture.bytes)).prefix(12)))
        let representation = Representation(
            length: picture.bytes.count, tag: tag, content: [.contentType: "image/webp"], caching: Visit.privateFileHeaders)
        return representation.response(to: visit.request) { range in
            ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes[range]))
        }
    }
}

struct AccountPicturePage: Page {
    static let template = "accounts/picture"
    static let path = "/account/picture"
    var layout: Layout
    var picture: String?
    var pictureField: PictureField
    var problems: [FieldProblem]
    /// Whether the account was just registered and its picture was refused.
    var isNew: Bool
    var next: String
    var continuePath: String?

    static func path(after fault: PictureFault, next: String) -> String { "\(path)?fault=\(fault.rawValue)&next=\(next.percentEncoded)" }
}

extension Services {
    /// Converts the file and stores the result as the picture of the requester's account. Throws `Refusal` if the file is not accepted.
    func saveAccountPicture(_ sent: UploadedPicture, for requester: Requester) async throws {
        let picture = try await AccountPictureMaker(services: self, requester: requester).picture(of: sent)
        try await database.write(ClubDirectoryQueries().setAccount(requester.account), AccountPictureQueries().upsert(picture))
    }
}
