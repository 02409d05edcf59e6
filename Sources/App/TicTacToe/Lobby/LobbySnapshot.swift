import Postgres

/// The part of the lobby that is the same for all members of a club.
struct LobbyPeople: Sendable {
    var online: [OnlineMember]
    var games: [GameRecord]
    var waiting: [WaitingMember]
}

struct LobbyContents: Sendable {
    var people: LobbyPeople
    var incoming: [Challenge]
    var outgoing: [Challenge]
    var declined: [Challenge]
    var running: [GameRecord]
    var finished: [GameRecord]
    var invitation: GameInvitation?
    var seek: Seek?
    /// The number of open reports. 0 if the member is not an admin.
    var reports: Int
}

/// Reads the lobby for one member. Members of a club who read the lobby within the same second share `LobbyPeople`, unless the topic of the
/// lobby or of the reading member changes meanwhile. The member's own challenges and games are read each time.
struct LobbySnapshot: Sendable {
    let visit: MemberVisit
    private let queries = LobbyQueries()
    private static let maxOnline = 200
    private static let maxWatchedGames = 40
    private static let maxWaiting = 20
    private static let maxRunningGames = 50
    private static let maxFinishedGames = 5
    private static let maxCountedReports = 100

    init(_ visit: MemberVisit) { self.visit = visit }

    /// The topics whose changes may change the lobby for a member, except the topic of its chat.
    static func topics(for me: ID<Member>, in club: ID<Club>) -> [Topic] { [.lobby(club), .member(me, in: club)] }

    func contentsAndMessages() async throws -> (contents: LobbyContents, messages: [ChatMessageRecord]) {
        let room = ChatVisit(visit, in: .lobby)
        // Messages show display names, and a change of a name is announced on the topic of the lobby.
        let talk = room.reading(at: visit.services.live.version(of: [room.topic, .lobby(visit.club.id)]))
        return (try await contents(), try await talk.value.messages)
    }

    /// Reads the lobby. Marks the challenges to the member as seen. If the member seeks an opponent, and another member who seeks one is
    /// online, starts a game.
    func contents() async throws -> LobbyContents {
        let contents = try await read()
        return try await markSeenAndPair(contents) ? try await read() : contents
    }

    private func read() async throws -> LobbyContents {
        let club = visit.club.id
        let version = visit.services.live.version(of: Self.topics(for: visit.me, in: club))
        // The shared part is read at the same time as the member's own part.
        let shared = visit.services.sharedReads.reading(of: .lobby(club), at: version) { try await people() }
        let (challenges, games, invitation, seek, reports) = try await visit.read(
            queries.challenges(of: visit.me),
            GameQueries().games(of: visit.me, running: Self.maxRunningGames, finished: Self.maxFinishedGames),
            Clubs.invitation(toPlayWith: visit.me), SeekQueries().seek(of: visit.me), and: reportCount)
        let (declined, open) = challenges.divided { $0.answeredAt != nil }
        let (outgoing, incoming) = open.divided { $0.from.id == visit.me }
        let (finished, running) = games.divided(by: \.isFinished)
        return LobbyContents(
            people: try await includingMe(shared.value), incoming: incoming, outgoing: outgoing, declined: declined,
            running: Array(running.prefix(Self.maxRunningGames)), finished: Array(finished.prefix(Self.maxFinishedGames)),
            invitation: invitation, seek: seek, reports: reports.first ?? 0)
    }

    private var reportCount: [Query<Int>] {
        visit.isAdmin ? [Reports.openCount(to: visit.me, limit: Self.maxCountedReports)] : []
    }

    private func people() async throws -> LobbyPeople {
        let (online, games, waiting) = try await visit.read(
            queries.online(for: visit.me, limit: Self.maxOnline), GameQueries().running(limit: Self.maxWatchedGames),
            SeekQueries().waiting(limit: Self.maxWaiting))
        return LobbyPeople(online: online, games: games, waiting: waiting)
    }

    /// Reads the shared part again if it was read before this member came online.
    private func includingMe(_ people: LobbyPeople) async throws -> LobbyPeople {
        people.online.contains { $0.person.id == visit.me } ? people : try await self.people()
    }

    // MARK: Effects of a visit

    /// Returns true if a game started, so that the contents have to be read again.
    private func markSeenAndPair(_ contents: LobbyContents) async throws -> Bool {
        if contents.incoming.contains(where: { $0.seenAt == nil }) { await markChallengesSeen() }
        guard let seek = contents.seek, seek.isPartnerHere else { return false }
        return try await visit.pair(seek.variant) != nil
    }

    private func markChallengesSeen() async {
        do {
            let senders = try await visit.write(queries.markSeen(by: visit.me))
            visit.services.announcer.announce(senders.map { .member($0, in: visit.club.id) })
        } catch {
            // The next visit to the lobby marks them.
            visit.services.logger.info("challenges not marked as seen", metadata: ["error": "\(error)"])
        }
    }
}

extension Array {
    /// Splits the array into the elements that fulfil `condition` and the others, and keeps their order.
    fileprivate func divided(by condition: (Element) -> Bool) -> (matching: [Element], others: [Element]) {
        (filter(condition), filter { !condition($0) })
    }
}
