import HTTPTypes
import Hummingbird
import Postgres
import Web

struct TogetherRoutes {
    private let queries = TogetherQueries()

    func add(to site: Site) {
        site.memberGet("/c/:club/library/together", show)
        site.memberLive("/c/:club/library/together/live", parts: { _, club, _ in [.init([.playerRequests(club)])] }) { fragment($0) }
    }

    private func fragment(_ visit: MemberVisit) -> LiveFragment { LiveFragment(visit: visit, parts: [.playerRequests(of: nil, visit)]) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let asked = TogetherForm(visit)
        try visit.spend(.games)
        let fragmentTag = fragment(visit).fragmentTag
        let (playPartners, people, games, playerRequests, evenings) = try await visit.read(
            queries.playPartners(of: visit.me), queries.people(called: asked.handles, hidden: visit.hidden),
            queries.games(
                for: visit.me, with: asked.handles, hidden: visit.hidden, on: asked.platform, isPicking: asked.isPicking),
            PlayerRequestQueries.find(of: nil, visit), EveningQueries().upcoming(for: visit.me, hidden: visit.hidden, limit: 3))
        let problem = asked.problem ?? TogetherForm.problem(asked.handles, finding: people)
        var page = TogetherPage(asked, playPartners, people, visit: visit)
        page.problem = problem
        (page.evenings, page.hasEvenings) = (evenings.map { EveningRow($0, visit: visit) }, !evenings.isEmpty)
        (page.playerRequests, page.fragmentTag) = (PlayerRequests(playerRequests, of: nil, visit: visit), fragmentTag)
        if problem == nil, !people.isEmpty { page.shared = SharedVideoGames(games, asked, with: people, in: visit.club) }
        return try visit.page(page, status: problem == nil ? .ok : .unprocessableContent)
    }
}

/// The group and the options in the address. The address has `?with=ben,carmen`, or one field `with` for each ticked checkbox.
struct TogetherForm: Sendable {
    /// The handles of the other players, each once.
    private(set) var handles: [String] = []
    var platform: String?
    var isPicking: Bool
    private(set) var problem: String?

    init(_ visit: MemberVisit) {
        let form = visit.visit.queryFields
        handles = Self.handles(form.values("with"), except: visit.session.username)
        let platform = form.line("platform").prefix(scalars: 100)
        self.platform = platform.isEmpty ? nil : platform
        isPicking = form["pick"] == "1"
        guard handles.count >= TogetherQueries.groupLimit else { return }
        problem = Self.tooMany
        handles = Array(handles.prefix(TogetherQueries.groupLimit - 1))
    }

    static let tooMany = "At most \(TogetherQueries.groupLimit) people can play together here, including you. Choose fewer."

    /// The handles in the fields, each once and without `me`. A field may contain several handles. Returns at most twice `groupLimit`
    /// handles, so that a caller still notices a group that is too large.
    static func handles(_ fields: [String], except me: String) -> [String] {
        fields.flatMap(\.handles).filter { $0 != me }.distinct(atMost: TogetherQueries.groupLimit * 2, by: \.self)
    }

    /// An error message about the handles that belong to no member. Nil if `people` has a member for each handle.
    static func problem(_ handles: [String], finding people: [PersonRecord]) -> String? {
        let missing = handles.filter { handle in !people.contains { $0.handle == handle } }
        return missing.isEmpty
            ? nil : "Not found: \(missing.map { "“\($0.prefix(40))”" }.listed). Write usernames as they are on profiles."
    }

    func path(in club: Club, isPicking: Bool = false) -> String {
        let more = (platform.map { "&platform=\($0.percentEncoded)" } ?? "") + (isPicking ? "&pick=1" : "")
        return Self.path(with: handles, in: club) + more
    }

    func planPath(of game: ID<VideoGame>? = nil, in club: Club) -> String {
        let query =
            ["with=" + handles.map(\.percentEncoded).joined(separator: ",")] + (game.map { ["game=\($0)"] } ?? [])
            + (platform.map { ["platform=\($0.percentEncoded)"] } ?? [])
        return "\(club.path)/library/evenings/new?" + query.joined(separator: "&")
    }

    static func path(with handles: [String], in club: Club) -> String {
        club.path + "/library/together" + (handles.isEmpty ? "" : "?with=" + handles.map(\.percentEncoded).joined(separator: ","))
    }
}
