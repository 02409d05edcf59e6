import HTMLTemplates
import Hummingbird
import Postgres
import Web

extension Topic {
    /// This topic changes when a member starts or stops looking for players of any video game.
    static func playerRequests(_ club: ID<Club>) -> Topic { Topic(name: "player-requests:\(club)") }
}

struct PlayerRequestRoutes {
    private let queries = PlayerRequestQueries()

    func add(to site: Site) {
        site.memberPost("/c/:club/library/games/:video_game/player-request", create)
        site.memberPost("/c/:club/library/player-request/withdrawal", on: "/library/together", delete)
    }

    private func create(_ visit: MemberVisit) async throws -> Response {
        let game: ID<VideoGame> = try visit.identifier("video_game")
        return try await visit.answer {
            let form = try PlayerRequestForm(visit.form)
            try visit.spend(.library)
            guard try await visit.write(queries.save(form, for: game, by: visit.me)) == 1 else { throw Problem.notFound }
            visit.services.announcer.announce(.playerRequests(visit.club.id))
            return visit.redirect(to: VideoGame.path(of: game, in: visit.club) + "#player-requests")
        } refused: { refusal in
            try await VideoGameRoutes().show(visit, problem: refusal, playerRequest: visit.form)
        }
    }

    private func delete(_ visit: MemberVisit) async throws -> Response {
        if try await visit.write(queries.delete(of: visit.me)) > 0 { visit.services.announcer.announce(.playerRequests(visit.club.id)) }
        return visit.redirect(to: visit.referringPage ?? visit.club.path + "/library/together")
    }
}

extension LiveFragment.Part {
    /// The part of a page that shows player requests. If `game` is nil, it shows the requests for all games.
    static func playerRequests(of game: ID<VideoGame>?, _ visit: MemberVisit) -> LiveFragment.Part {
        LiveFragment.Part(topics: [.playerRequests(visit.club.id)]) { _ in
            let found = try await visit.read(PlayerRequestQueries.find(of: game, visit))
            return try visit.services.templates.render(
                PlayerRequestsLive(layout: visit.layout, playerRequests: PlayerRequests(found, of: game, visit: visit)))
        }
    }
}

struct PlayerRequestsLive: Page {
    static let template = "library/player-requests"
    var layout: Layout
    var playerRequests: PlayerRequests
}

struct PlayerRequests: ViewModel {
    var rows: [PlayerRequestRow]
    var isEmpty: Bool
    var withdrawal: String
    /// Path that opens a conversation.
    var messages: String
    /// The sentence that a screen reader announces, for example "Ben is looking for players for Deep Kitchen.".
    var announcement: String

    /// - Parameter game: the video game of the page. If `game` is nil, the page shows the requests for all games.
    init(_ found: [PlayerRequest], of game: ID<VideoGame>?, visit: MemberVisit) {
        rows = found.map { PlayerRequestRow($0, showsGame: game == nil, visit: visit) }
        isEmpty = found.isEmpty
        withdrawal = visit.club.path + "/library/player-request/withdrawal"
        messages = visit.club.path + "/messages"
        let other = found.first { $0.person.id != visit.me }
        announcement = other.map { "\($0.person.displayName) is looking for players for \($0.name)." } ?? ""
    }
}

struct PlayerRequestRow: ViewModel {
    var person: Person
    var path: String
    var member: String
    var isMe: Bool
    /// The video game of the request. Nil if the page is about this game.
    var game: VideoGameLink?
    var note: String?
    var until: Moment
    var takesMessages: Bool

    init(_ request: PlayerRequest, showsGame: Bool, visit: MemberVisit) {
        person = request.person.person(in: visit.club)
        path = "\(visit.club.path)/members/\(request.person.handle)"
        (member, isMe) = (request.person.id.description, request.person.id == visit.me)
        game = showsGame ? VideoGameLink(name: request.name, path: VideoGame.path(of: request.game, in: visit.club)) : nil
        (note, until) = (request.note.isEmpty ? nil : request.note, Moment(request.expiresAt))
        takesMessages = request.takesMessages && visit.club.parts.has(.messages)
    }
}
