import Hummingbird
import Postgres
import Web

struct ClubRoutes {
    private let queries = ClubQueries()
    private static let membersOnPage = 50

    func add(to site: Site) {
        site.get("/") { visit in try await showHome(visit) }
        site.get("/clubs/new") { visit in try showNew(visit) }
        site.post("/clubs/new") { visit in try await create(visit) }
        site.clubGet("/c/:club", showClub)
        site.clubGet("/c/:club/members", showMembers)
        site.post("/c/:club/members") { visit in try await joinPublicClub(ClubVisit(visit)) }
        site.adminGet("/c/:club/settings") { visit in try await settingsPage(ClubForm(visit.club), visit) }
        site.adminPost("/c/:club/settings", changeSettings)
    }

    private func showHome(_ visit: Visit) async throws -> Response {
        let mine: [Club]
        let open: [Club]
        if let session = visit.session {
            (_, mine, open) = try await visit.database.read(
                ClubDirectoryQueries().setAccount(session.account), ClubDirectoryQueries().clubs(of: session.account),
                queries.publicClubs())
        } else {
            (mine, open) = ([], try await visit.database.read(queries.publicClubs()))
        }
        let others = open.filter { club in !mine.contains { $0.id == club.id } }
        var layout = visit.layout()
        layout.isSignedOut = visit.session == nil
        return try visit.page(
            HomePage(layout: layout, myClubs: mine.map(ClubCard.init), publicClubs: others.map(ClubCard.init)))
    }

    // MARK: A new club

    private func showNew(_ visit: Visit) throws -> Response {
        _ = try visit.signedIn()
        return try newClubPage(ClubForm(), visit)
    }

    private func create(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        var club = ClubForm(visit.form)
        club.timeZone = session.timeZone.name
        guard club.isValid else { return try newClubPage(club, visit, status: .unprocessableContent) }
        do {
            try visit.services.limiter.spend(.newClub, by: session.account)
            try await visit.services.createClub(club, by: session.account)
        } catch let error as DatabaseError where club.addProblem(for: error) {
            return try newClubPage(club, visit, status: .unprocessableContent)
        } catch let problem as Problem where problem.status == .tooManyRequests {
            club.nameProblem = problem.detail
            var response = try newClubPage(club, visit, status: problem.status)
            response.headers[.retryAfter] = problem.retryAfter.map(String.init)
            return response
        }
        return visit.redirect(to: "/c/\(club.slug)/")
    }

    private func newClubPage(_ club: ClubForm, _ visit: Visit, status: HTTPResponse.Status = .ok) throws -> Response {
        let host = visit.baseURL.replacing(/https?:\/\//, with: "")
        let limitMessage = visit.hasReachedClubLimit ? StorageLimit.clubs.sentence : nil
        return try visit.page(NewClubPage(club, layout: visit.layout(), address: host + "/c/", limitMessage: limitMessage), status: status)
    }

    // MARK: A club's own pages

    private func showClub(_ visit: ClubVisit) async throws -> Response {
        let club = visit.club
        let cards = features.enumerated().filter { club.parts.has($0.element.part) }
            .sorted { (club.parts.position(of: $0.element.part), $0.offset) < (club.parts.position(of: $1.element.part), $1.offset) }
            .flatMap { visit.seesMembers ? $0.element.cards.compactMap { $0.query(visit) } : [] }
        let (code, renderings) = try await visit.database.read(tenant: club.id.rawValue, queries.invitation(), and: cards)
        let page = ClubPage(
            visit, invitation: visit.membership == nil ? nil : code.map { visit.visit.invitationLink($0) },
            cards: try renderings.compactMap { try $0(visit) })
        return try visit.page(page)
    }

    private func showMembers(_ known: ClubVisit) async throws -> Response {
        // The session is read again, because the visitor may have just joined through another server instance.
        let visit = known.seesMembers ? known : try await known.refreshed()
        guard visit.seesMembers else {
            throw Problem(
                status: .forbidden, title: "Only for members", detail: "Only members can see who is in this club.",
                action: Problem.Action(label: "About the club", href: visit.club.path + "/"))
        }
        let (cursor, path) = (try visit.cursor(.up) as Cursor<Member>, visit.club.path + "/members")
        let found = try await visit.database.read(
            tenant: visit.club.id.rawValue,
            queries.members(at: cursor, hidden: visit.membership?.hidden ?? [], limit: Self.membersOnPage + 1))
        let slice = Slice(found, at: cursor, size: Self.membersOnPage)
        guard !slice.leadsToFirst else { return visit.redirect(to: path) }
        let page = MembersPage(
            layout: visit.layout, club: ClubCard(visit.club),
            members: slice.rows.map { MemberRow($0, club: visit.club, me: visit.membership?.member) },
            pager: slice.pager(at: path, \.person.id), isMember: visit.membership != nil)
        return try visit.page(page)
    }

    private func joinPublicClub(_ visit: ClubVisit) async throws -> Response {
        let session = try visit.visit.signedIn()
        guard visit.club.isPublic else { throw Problem.notFound }
        try await visit.visit.services.join(visit.club, session: session)
        return visit.redirect(to: visit.club.home)
    }

    private func changeSettings(_ visit: MemberVisit) async throws -> Response {
        var form = visit.form
        form["slug"] = visit.club.slug
        var club = ClubForm(form)
        try await club.checkTimeZone(in: visit.services.timeZones)
        guard club.isValid else { return try await settingsPage(club, visit, status: .unprocessableContent) }
        try await visit.write(queries.update(club))
        visit.services.clubs.evict(visit.club.slug)
        return visit.redirect(to: visit.club.path + "/")
    }

    private func settingsPage(_ club: ClubForm, _ visit: MemberVisit, status: HTTPResponse.Status = .ok) async throws -> Response {
        let zone = club.timeZoneProblem == nil ? club.timeZone : nil
        let zones = try await visit.services.timeZones.choices(chosen: zone ?? visit.club.timeZone)
        return try visit.page(ClubSettingsPage(club, zones: zones, layout: visit.layout, clubPath: visit.club.path + "/"), status: status)
    }
}

extension Services {
    /// Stores the club, its first admin and its invitation in one transaction. Throws `DatabaseError` if the address is taken or the
    /// account is in too many clubs.
    func createClub(_ club: ClubForm, by account: ID<Account>) async throws {
        let queries = ClubQueries()
        try await database.write(
            queries.create(club), queries.join(account, role: "admin"), queries.createInvitation(RandomText.make(bytes: 16), by: account),
            and: joinStatements(for: account))
        sessions.evict(account)
    }

    private func joinStatements(for account: ID<Account>) -> [Query<Int>] {
        features.flatMap(\.joinStatements).map { $0(account, settings) }
    }

    /// Makes the account a member of the club. Returns the new member. Returns nil if the account is a member already. Throws `Problem` 429
    /// if the account has joined too many clubs in a short time.
    @discardableResult
    func join(_ club: Club, session: Session) async throws -> ID<Member>? {
        guard session.memberships[club.id] == nil else { return nil }
        try limiter.spend(.membership, by: session.account)
        var joined: ID<Member>?
        do {
            let queries = ClubQueries()
            let (member, restoredBlocks, hidden, _) = try await database.write(
                tenant: club.id.rawValue, queries.join(session.account, role: "member"), queries.restoreBlocks(session.account),
                queries.accounts(hiddenFrom: session.account), and: joinStatements(for: session.account))
            joined = member
            if restoredBlocks > 0 { for account in hidden { sessions.evict(account) } }
        } catch let error as DatabaseError where ["memberships_once", "members_handle_taken"].contains(error.constraint) {}
        sessions.evict(session.account)
        clubs.evict(club.slug)
        announcer.announce(.lobby(club.id))
        return joined
    }
}

extension Visit {
    var hasReachedClubLimit: Bool { session.map { $0.memberships.count >= services.settings.storageLimits[.clubs] } ?? false }

    /// The sentence about the limit that prevents the visitor from joining the club. Nil if no limit is reached.
    func joinLimitMessage(for club: Club) -> String? {
        if club.memberCount >= services.settings.storageLimits[.members] { return "This club is full. It cannot have more members." }
        return hasReachedClubLimit ? StorageLimit.clubs.sentence : nil
    }
}

extension RateLimiter.Limit {
    /// Limits how many clubs an account can create in an hour, because each club can store data up to its own limits.
    static let newClub = RateLimiter.Limit(name: "new club", burst: 5, secondsPerToken: 3600)
    static let membership = RateLimiter.Limit(name: "membership", burst: 10, secondsPerToken: 60)
}
