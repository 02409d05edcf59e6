import Calendar
import Logging
import Postgres
import TestSupport
import Testing

@testable import App

/// A club whose members use riddles by the server's own statements, in the same segments as the routes.
struct RiddleScene: Sendable {
    let site: TestSite
    let club: ID<Club>
    let members: [ID<Member>]
    let database: Database
    private let riddles = RiddleQueries()
    private let answers = AnswerQueries()
    private let disputes = DisputeQueries()

    /// - Parameter guests: the members besides Ana and Ben.
    init(_ site: TestSite, _ club: ClubOfTwo, guests: [Visitor] = []) async throws {
        self.site = site
        self.club = try #require(try await site.server.services.clubs.club(slug: String(club.path.dropFirst(3)))).id
        var members: [ID<Member>] = []
        for visitor in [club.ana, club.ben] + guests { members.append(try #require(ID(try await visitor.member(in: club.path)))) }
        (self.members, database) = (members, site.database)
    }

    private init(_ other: RiddleScene, on database: Database) {
        (site, club, members, self.database) = (other.site, other.club, other.members, database)
    }

    /// Runs `body` with the same scene on a separate connection.
    func onItsOwnConnection(_ body: (RiddleScene) async throws -> Void) async throws {
        let database = Database(site.test.configuration(connections: 1), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        defer { database.shutDown() }
        try await body(RiddleScene(self, on: database))
    }

    /// Changes the database in ways that the server does not, such as letting time pass.
    func change(_ script: String) throws { try ScriptConnection(url: site.test.superuserURL).run(script) }

    /// The first row of the result. Empty if there is none.
    func row(_ statement: String, _ parameters: [String?] = []) throws -> [String?] {
        try ScriptConnection(url: site.test.superuserURL).rows(statement, parameters).first ?? []
    }

    // MARK: Acts

    func send(
        _ audience: Riddle.Audience, by sender: ID<Member>, to receivers: [ID<Member>] = [], emoji: String = "🐘🪑",
        solution: String = "Elephant in the room", hints: [String] = ["One", "Two"]
    ) async throws -> ID<Riddle>? {
        let riddle = NewRiddle(
            audience: audience, emoji: emoji, solution: solution, kind: .saying, hints: hints, hintHours: nil, words: 4)
        let code = audience == .link ? "code-\(UInt64.random(in: 0 ... .max))" : nil
        return try await database.write(
            tenant: club.rawValue, riddles.create(riddle, for: receivers, code: code, origin: nil, by: sender))
    }

    /// EmoJim's riddle of today.
    func daily() async throws -> ID<Riddle> {
        let (_, daily) = try await database.write(
            tenant: club.rawValue, riddles.createIfMissing(JimsRiddles.ofTheDay(CalendarDate.todayInUTC), of: CalendarDate.todayInUTC),
            riddles.daily(CalendarDate.todayInUTC))
        return try #require(daily)
    }

    @discardableResult
    func answer(_ riddle: ID<Riddle>, by member: ID<Member>, _ match: RiddleAnswer.Match) async throws -> Riddle.State? {
        try await database.write(
            tenant: club.rawValue, riddles.lock(riddle), answers.start(riddle, by: member),
            answers.submitAndJudge("Words", match, to: riddle, by: member, mayBeFirst: true)
        ).2
    }

    @discardableResult
    func wait(_ riddle: ID<Riddle>, by member: ID<Member>, _ match: RiddleAnswer.Match = .none) async throws -> Bool {
        try await database.write(
            tenant: club.rawValue, riddles.lock(riddle), answers.submit("Words", match, to: riddle, by: member)
        ).1 == 1
    }

    @discardableResult
    func judge(
        _ riddle: ID<Riddle>, of member: ID<Member>, number: Int, by sender: ID<Member>, _ verdict: RiddleAnswer.Verdict
    ) async throws -> Riddle.State? {
        try await database.write(
            tenant: club.rawValue, riddles.lock(riddle), answers.judge(verdict, number: number, of: member, to: riddle, by: sender)
        ).1
    }

    @discardableResult
    func receive(_ riddle: ID<Riddle>, by member: ID<Member>) async throws -> Bool {
        try await database.write(tenant: club.rawValue, riddles.lock(riddle), answers.acceptLink(to: riddle, by: member)).1 == 1
    }

    @discardableResult
    func giveUp(_ riddle: ID<Riddle>, by member: ID<Member>) async throws -> Bool {
        try await database.write(
            tenant: club.rawValue, riddles.lock(riddle), answers.start(riddle, by: member), answers.giveUp(riddle, by: member)
        ).2 == 1
    }

    func openHint(of riddle: ID<Riddle>, for member: ID<Member>) async throws {
        try await database.write(tenant: club.rawValue, riddles.lock(riddle), answers.openHint(of: riddle, for: member))
    }

    /// Judges all overdue answers.
    func judgeOverdue(_ riddle: ID<Riddle>) async throws {
        while try await database.write(tenant: club.rawValue, riddles.lock(riddle), answers.judgeOverdue(riddle)).1 != nil {}
    }

    @discardableResult
    func dispute(_ riddle: ID<Riddle>, by member: ID<Member>) async throws -> OpenedDispute? {
        try await database.write(
            tenant: club.rawValue, riddles.lock(riddle), disputes.open(riddle, reason: "It is the same.", by: member),
            disputes.callJury(about: riddle, by: member), disputes.begin(about: riddle, by: member)
        ).3
    }

    @discardableResult
    func vote(
        _ verdict: RiddleAnswer.Verdict, on member: ID<Member>, about riddle: ID<Riddle>, by juror: ID<Member>
    ) async throws -> Bool {
        try await database.write(
            tenant: club.rawValue, riddles.lock(riddle), disputes.vote(verdict, on: member, about: riddle, by: juror)
        ).1 == 1
    }

    @discardableResult
    func decideDispute(_ member: ID<Member>, about riddle: ID<Riddle>) async throws -> Bool {
        try await database.write(tenant: club.rawValue, riddles.lock(riddle), disputes.decide(member, about: riddle)).1 != nil
    }

    /// Withdraws the riddle. Returns false if the sender has no such riddle.
    @discardableResult
    func withdraw(_ riddle: ID<Riddle>, by sender: ID<Member>) async throws -> Bool {
        let (_, ended, _) = try await database.write(
            tenant: club.rawValue, riddles.lock(riddle), riddles.withdraw(riddle, by: sender), riddles.eraseIfUnlisted(riddle))
        return !ended.isEmpty
    }

    @discardableResult
    func drop(_ riddle: ID<Riddle>, by member: ID<Member>) async throws -> Bool {
        try await database.write(
            tenant: club.rawValue, riddles.lock(riddle), riddles.removeFromList(riddle, by: member), riddles.eraseIfUnlisted(riddle)
        ).1 == 1
    }

    func end(between one: ID<Member>, and other: ID<Member>) async throws {
        try await database.write(tenant: club.rawValue, riddles.endUnfinished(between: one, and: other))
    }

    // MARK: Time

    /// Moves all dates one day into the past.
    func letADayPass() throws {
        // Moving in two steps avoids two riddles with the same day.
        let moves = ["- 5000", "+ 4999"].map { "UPDATE riddles SET day = day \($0) WHERE day IS NOT NULL;" }.joined()
        try change(
            """
            \(moves)
            UPDATE riddle_plays SET day = day - 1, waiting_since = waiting_since - interval '1 day';
            UPDATE riddle_disputes SET closes_at = closes_at - interval '1 day';
            UPDATE riddle_totals SET streak_day = streak_day - 1
            """)
    }

    /// Marks all members as present, so that they can be jurors.
    func beHere() throws {
        try change(
            """
            INSERT INTO presence (club_id, member_id, seen_at) SELECT club_id, id, now() FROM members WHERE left_at IS NULL ON CONFLICT DO NOTHING
            """)
    }

    /// Makes the member leave, and erases their data.
    func leave(_ member: ID<Member>) async throws {
        try change("UPDATE members SET left_at = now(), handle = '~' || id, display_name = 'Former member' WHERE id = \(member)")
        try await Departures(site.server.services).eraseData(of: member, in: club)
    }

    /// The differences that `RiddleChecks` find.
    func differences() async throws -> [String] {
        var found: [String] = []
        for check in RiddleChecks.all { found += try await database.read(tenant: club.rawValue, check.query) }
        return found
    }
}
