import HTMLTemplates
import HTTPTypes
import Hummingbird
import NIOCore
import Postgres
import Web

struct CoverRoutes {
    private let queries = CoverQueries()

    func add(to site: Site) {
        for size in CoverFiles.Size.allCases {
            site.memberFile("/c/:club/library/games/:video_game/cover/\(size.rawValue)") { visit in try await send(size, visit) }
        }
        site.memberUpload("/c/:club/library/games/:video_game/cover", upload)
        site.memberPost("/c/:club/library/games/:video_game/cover/removal", on: "/library/games/:video_game/edit", remove)
    }

    /// Sends a cover. The browser caches the cover of a shared game, because the address contains the version. For the cover of a club's
    /// own game, the browser has to ask each time, so that the next person at the browser does not see it.
    private func send(_ size: CoverFiles.Size, _ visit: MemberVisit) async throws -> Response {
        guard let file = try await visit.read(queries.file(size, of: visit.identifier("video_game"))) else { throw Problem.notFound }
        let isCacheable = !file.isOwn && visit.request.uri.query == file.version
        let bytes = file.data.bytes
        let representation = Representation(
            length: bytes.count, tag: EntityTag(opaque: "\(file.version)-\(size.rawValue)"), content: [.contentType: "image/webp"],
            caching: isCacheable
                ? [.cacheControl: "private, max-age=31536000, immutable"] : [.cacheControl: "private, no-cache", .vary: "Cookie"])
        return representation.response(to: visit.request) { ResponseBody(byteBuffer: ByteBuffer(bytes: bytes[$0])) }
    }

    private func upload(_ visit: MemberVisit) async throws -> Response {
        let game = try await VideoGameRoutes().changeableGame(visit)
        return try await visit.answer {
            if game.addedBy == visit.me { try visit.requireStorage(for: .textBytes) }
            return try await Upload.receive(visit) { upload in
                try visit.spend(.photo)
                let cover = try await CoverStore(visit.services).cover(of: upload, for: Requester(visit))
                guard try await visit.write(queries.save(cover, of: game.id)) > 0 else { throw Problem.notFound }
                return visit.redirect(to: VideoGame.path(of: game.id, in: visit.club))
            }
        } refused: { refusal in
            try visit.page(VideoGameFormPage(VideoGameForm(game), of: game, pictureProblem: refusal.sentence, visit: visit))
        }
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        let game = try await VideoGameRoutes().changeableGame(visit)
        try visit.spend(.game)
        try await visit.write(queries.remove(of: game.id))
        return visit.redirect(to: VideoGame.path(of: game.id, in: visit.club))
    }
}

/// The cover of a video game. A game without a cover shows its first letters on a coloured square.
struct VideoGameCover: ViewModel {
    var large: String?
    var small: String?
    var letters: String
    var shade: String

    init(_ game: ID<VideoGame>, _ name: String, version: String?, in club: Club) {
        func path(_ size: CoverFiles.Size) -> String? {
            version.map { "\(VideoGame.path(of: game, in: club))/cover/\(size.rawValue)?\($0)" }
        }
        (large, small) = (path(.large), path(.small))
        letters = String(name.split(separator: " ").prefix(2).compactMap(\.first)).uppercased()
        shade = "\(game.rawValue % 8)"
    }
}

struct CoverForm: ViewModel {
    var action: String
    var maxMegabytes = UploadForm.Limits.fileMegabytes
    var removal: String?
    var cover: VideoGameCover
    var pictureProblem: String?

    init(of game: VideoGame, problem: String?, in club: Club) {
        action = VideoGame.path(of: game.id, in: club) + "/cover"
        removal = game.cover == nil ? nil : action + "/removal"
        cover = VideoGameCover(game.id, game.name, version: game.cover, in: club)
        pictureProblem = problem
    }
}
