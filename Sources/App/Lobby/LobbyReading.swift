import Postgres

/// What everybody sees in the lobby.
struct LobbyPeople: Sendable {
    var online: [OnlineMember]
    /// Running games, the newest first.
    var games: [GameRecord]
    /// Who would play anybody.
    var waiting: [WaitingMember]
}

/// What a member finds in the lobby.
struct LobbyContents: Sendable {
    var company: LobbyPeople
    var incoming: [Challenge]
    var outgoing: [Challenge]
    var refused: [Challenge]
    var running: [GameRecord]
    var finished: [GameRecord]
    var invitation: PlayInvitation?
    /// On which board I wait for anybody.
    var seek: Seek?
    /// How many lines wait for an admin's look; 0 for whoever is none.
    var reports: Int
}

/// Reads the lobby for one member. What everybody sees there is read once for all of the club who look within a second, as long as nothing
/// is announced meanwhile; what concerns the member alone is read each time.
struct LobbyReading: Sendable {
    let visit: MemberVisit
    private let queries = LobbyQueries()
    private static let shownOnline = 200
    private static let watchedGames = 40
    private static let shownWaiting = 20
    private static let runningGames = 50
    private static let finishedGames = 5
    private static let countedReports = 100

    init(_ visit: MemberVisit) { self.visit = visit }

    /// What the lobby shows, but for what is said there, for a member of a club.
    static func topics(for me: ID<Member>, in club: ID<Club>) -> [Topic] { [.lobby(club), .member(me, in: club)] }

    /// The lobby as it now stands, and what is said there.
    func withTalk() async throws -> (contents: LobbyContents, lines: [LineRecord]) {
        let room = Talk(visit, in: .lobby)
        // Also what a writer is called is announced as news of the lobby.
        let talk = room.reading(at: visit.services.live.version(of: [room.topic, .lobby(visit.club.id)]))
        return (try await contents(), try await talk.value.lines)
    }

    /// The lobby as it now stands.
    func contents() async throws -> LobbyContents {
        let contents = try await read()
        return try await followUp(contents) ? try await read() : contents
    }

    private func read() async throws -> LobbyContents {
        let club = visit.club.id
        let version = visit.services.live.version(of: Self.topics(for: visit.me, in: club))
        // Both at once.
        let here = visit.services.sharedReads.reading(of: .lobby(club), at: version) { try await company() }
        let (challenges, games, invitation, seek, reports) = try await visit.read(
            queries.challenges(of: visit.me),
            GameQueries().games(of: visit.me, running: Self.runningGames, finished: Self.finishedGames),
            ClubQueries().invitation(toPlayWith: visit.me), SeekQueries().seek(of: visit.me), and: reportCount)
        let (refused, open) = challenges.divided { $0.answeredAt != nil }
        let (outgoing, incoming) = open.divided { $0.from.id == visit.me }
        let (finished, running) = games.divided(by: \.isFinished)
        return LobbyContents(
            company: try await seen(here.value), incoming: incoming, outgoing: outgoing, refused: refused,
            running: Array(running.prefix(Self.runningGames)), finished: Array(finished.prefix(Self.finishedGames)),
            invitation: invitation, seek: seek, reports: reports.first ?? 0)
    }

    private var reportCount: [Query<Int>] {
        visit.isAdmin ? [ReportQueries().openCount(to: visit.me, limit: Self.countedReports)] : []
    }

    private func company() async throws -> LobbyPeople {
        let (online, games, waiting) = try await visit.read(
            queries.online(for: visit.me, limit: Self.shownOnline), GameQueries().running(limit: Self.watchedGames),
            SeekQueries().waiting(limit: Self.shownWaiting))
        return LobbyPeople(online: online, games: games, waiting: waiting)
    }

    /// What was read, perhaps for somebody else; anew where that does not know yet that I am here.
    private func seen(_ company: LobbyPeople) async throws -> LobbyPeople {
        company.online.contains { $0.person.id == visit.me } ? company : try await self.company()
    }

    // MARK: Following up

    /// What follows from being here: challenges have been seen, and somebody may have come who waits for the same game. True: that began.
    private func followUp(_ contents: LobbyContents) async throws -> Bool {
        if contents.incoming.contains(where: { $0.seenAt == nil }) { await tellThatTheyAreSeen() }
        guard let seek = contents.seek, seek.isPartnerHere else { return false }
        return try await visit.pair(seek.variant) != nil
    }

    /// Whoever sent a challenge learns that it has been seen.
    private func tellThatTheyAreSeen() async {
        do {
            let senders = try await visit.write(queries.see(by: visit.me))
            visit.services.announcer.announce(senders.map { .member($0, in: visit.club.id) })
        } catch {
            // The next look at the lobby tells them.
            visit.services.logger.info("challenges not marked as seen", metadata: ["error": "\(error)"])
        }
    }
}

extension Array {
    /// Those that are so, and those that are not, each in their order.
    fileprivate func divided(by isSo: (Element) -> Bool) -> (those: [Element], others: [Element]) {
        (filter(isSo), filter { !isSo($0) })
    }
}
