import HTMLTemplates
import HTTPTypes
import Hummingbird
import NIOCore
import Postgres
import Web

/// The pictures of titles.
struct CoverRoutes {
    private let queries = CoverQueries()

    func add(to site: Site) {
        for size in CoverFiles.Size.allCases {
            site.memberFile("/c/:club/library/titles/:title/cover/\(size.rawValue)") { visit in try await send(size, visit) }
        }
        site.memberUpload("/c/:club/library/titles/:title/cover", keep)
        site.memberPost("/c/:club/library/titles/:title/cover/removal", on: "/library/titles/:title/edit", remove)
    }

    /// Browsers keep covers of everybody's titles, whose addresses have their version in it. A club's own are asked for each time, so that the
    /// next person at the browser does not see them.
    private func send(_ size: CoverFiles.Size, _ visit: MemberVisit) async throws -> Response {
        guard let file = try await visit.read(queries.file(size, of: visit.identifier("title"))) else { throw Problem.notFound }
        let isKept = !file.isOwn && visit.request.uri.query == file.version
        let bytes = file.data.bytes
        let representation = Representation(
            length: bytes.count, tag: EntityTag(opaque: "\(file.version)-\(size.rawValue)"), content: [.contentType: "image/webp"],
            caching: isKept
                ? [.cacheControl: "private, max-age=31536000, immutable"] : [.cacheControl: "private, no-cache", .vary: "Cookie"])
        return representation.response(to: visit.request) { ResponseBody(byteBuffer: ByteBuffer(bytes: bytes[$0])) }
    }

    private func keep(_ visit: MemberVisit) async throws -> Response {
        let title = try await TitleRoutes().own(visit)
        return try await visit.answer {
            if title.addedBy == visit.me { try visit.requireRoom(for: .textBytes) }
            return try await Upload.receive(visit) { upload in
                try visit.spend(.photo)
                let cover = try await CoverStore(visit.services).cover(of: upload, for: Holder(visit))
                guard try await visit.write(queries.keep(cover, of: title.id)) > 0 else { throw Problem.notFound }
                return visit.redirect(to: Title.path(of: title.id, in: visit.club))
            }
        } refused: { refusal in
            try visit.page(TitleFormPage(TitleForm(title), of: title, pictureProblem: refusal.sentence, visit: visit))
        }
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        let title = try await TitleRoutes().own(visit)
        try visit.spend(.title)
        try await visit.write(queries.remove(of: title.id))
        return visit.redirect(to: Title.path(of: title.id, in: visit.club))
    }
}

/// The picture of a title, or what stands where there is none: its first letters, in a colour of its own.
struct TitleCover: ViewModel {
    /// Where it is, large and small; nil: there is none.
    var large: String?
    var small: String?
    var letters: String
    /// 0 to 7.
    var shade: String

    /// - Parameter version: of the picture; nil: there is none.
    init(_ title: ID<Title>, _ name: String, version: String?, in club: Club) {
        func path(_ size: CoverFiles.Size) -> String? { version.map { "\(Title.path(of: title, in: club))/cover/\(size.rawValue)?\($0)" } }
        (large, small) = (path(.large), path(.small))
        letters = String(name.split(separator: " ").prefix(2).compactMap(\.first)).uppercased()
        shade = "\(title.rawValue % 8)"
    }
}

/// Where a title's picture is sent, replaced and removed.
struct CoverForm: ViewModel {
    var action: String
    /// nil: there is none.
    var removal: String?
    var cover: TitleCover
    var pictureProblem: String?

    init(of title: Title, problem: String?, in club: Club) {
        action = Title.path(of: title.id, in: club) + "/cover"
        removal = title.cover == nil ? nil : action + "/removal"
        cover = TitleCover(title.id, title.name, version: title.cover, in: club)
        pictureProblem = problem
    }
}
