import HTTPTypes
import Hummingbird
import Postgres
import Web

/// What several members could play together.
struct TogetherRoutes {
    private let queries = TogetherQueries()

    func add(to site: Site) {
        site.memberGet("/c/:club/library/together", show)
        site.memberLive("/c/:club/library/together/live", parts: { _, club, _ in [.init([.titleSeeks(club)])] }) { fragment($0) }
    }

    /// What of the page follows what others do: who looks for players.
    private func fragment(_ visit: MemberVisit) -> LiveFragment { LiveFragment(visit: visit, parts: [.titleSeeks(of: nil, visit)]) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let asked = TogetherForm(visit)
        try visit.spend(.titles)
        let etag = fragment(visit).pageTag
        let (companions, people, titles, seeks, evenings) = try await visit.read(
            queries.companions(of: visit.me), queries.people(called: asked.handles, hidden: visit.hidden),
            queries.titles(
                for: visit.me, with: asked.handles, hidden: visit.hidden, on: asked.platform, isPicking: asked.isPicking),
            TitleSeekQueries.find(of: nil, visit), EveningQueries().coming(to: visit.me, hidden: visit.hidden, limit: 3))
        let problem = asked.problem ?? TogetherForm.problem(asked.handles, finding: people)
        var page = TogetherPage(asked, companions, people, visit: visit)
        page.problem = problem
        (page.evenings, page.hasEvenings) = (evenings.map { EveningRow($0, visit: visit) }, !evenings.isEmpty)
        (page.seekers, page.etag) = (Seekers(seeks, of: nil, visit: visit), etag)
        if problem == nil, !people.isEmpty { page.shared = SharedTitles(titles, asked, with: people, in: visit.club) }
        return try visit.page(page, status: problem == nil ? .ok : .unprocessableContent)
    }
}

/// With whom somebody would play, as an address says: `?with=ben,carmen`, or as boxes that are ticked.
struct TogetherForm: Sendable {
    /// Of the others, each once.
    private(set) var handles: [String] = []
    var platform: String?
    var isPicking: Bool
    private(set) var problem: String?

    init(_ visit: MemberVisit) {
        let form = visit.visit.queryFields
        handles = Self.handles(form.values("with"), but: visit.session.username)
        let platform = form.line("platform").prefix(scalars: 100)
        self.platform = platform.isEmpty ? nil : platform
        isPicking = form["pick"] == "1"
        guard handles.count >= TogetherQueries.most else { return }
        problem = Self.tooMany
        handles = Array(handles.prefix(TogetherQueries.most - 1))
    }

    static let tooMany = "At most \(TogetherQueries.most) can play together here, with you among them. Leave some out."

    /// The handles in fields that each list some, each handle once, without one's own. Of very many the first are returned, which are still too
    /// many.
    static func handles(_ fields: [String], but me: String) -> [String] {
        fields.flatMap(\.handles).filter { $0 != me }.distinct(atMost: TogetherQueries.most * 2, by: \.self)
    }

    /// nil: the club has all of them.
    static func problem(_ handles: [String], finding people: [PersonRecord]) -> String? {
        let missing = handles.filter { handle in !people.contains { $0.handle == handle } }
        return missing.isEmpty
            ? nil : "Nobody here is called \(missing.map { "“\($0.prefix(40))”" }.listed). Write user names, as they stand on profiles."
    }

    func path(in club: Club, isPicking: Bool = false) -> String {
        let more = (platform.map { "&platform=\($0.percentEncoded)" } ?? "") + (isPicking ? "&pick=1" : "")
        return Self.path(with: handles, in: club) + more
    }

    /// Where an evening is planned for all of them.
    func planPath(of title: ID<Title>? = nil, in club: Club) -> String {
        let query =
            ["with=" + handles.map(\.percentEncoded).joined(separator: ",")] + (title.map { ["title=\($0)"] } ?? [])
            + (platform.map { ["platform=\($0.percentEncoded)"] } ?? [])
        return "\(club.path)/library/evenings/new?" + query.joined(separator: "&")
    }

    static func path(with handles: [String], in club: Club) -> String {
        club.path + "/library/together" + (handles.isEmpty ? "" : "?with=" + handles.map(\.percentEncoded).joined(separator: ","))
    }
}
