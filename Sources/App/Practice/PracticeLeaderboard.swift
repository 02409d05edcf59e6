import CSV
import Postgres

/// The leaderboard of points in one practice game. It shows only members who have chosen to be on this leaderboard.
struct PracticeLeaderboard: Leaderboard {
    static let (path, title, entryHeading) = ("/practice/leaderboard", "Plasticiti", "Member")
    static let home = (path: "/practice", label: "Practice")
    static let emptyText = "Nobody is on this leaderboard yet. Members can join it on the page “Who can see this”."
    static let explanation = """
        Members choose to be on this leaderboard, and then the club can see how they practise. Everybody plays at their own level, so \
        points say how much somebody has practised, not who is best. \(PracticeGame.wordley.rule) \(PracticeGame.slideit.rule)
        """

    var game = PracticeGame.wordley

    init(_ visit: MemberVisit) throws {
        guard let text = visit.query("game") else { return }
        guard let game = PracticeGame(rawValue: text) else { throw Problem.notFound }
        self.game = game
    }

    var query: String { "game=\(game.rawValue)" }
    var caption: String { "By points of \(game.title)" }

    var columns: [LeaderboardColumn<RankedPractice>] {
        [
            LeaderboardColumn(name: "handle") { .text($0.person.handle) },
            LeaderboardColumn(heading: "Points", name: "points") { .number($0.total.points) },
            LeaderboardColumn(heading: "Games", name: "games") { .number($0.total.games) },
            LeaderboardColumn(heading: "Solved", name: "solved") { .number($0.total.won) },
            LeaderboardColumn(heading: "Best game", name: "best") { .number($0.total.best) },
            LeaderboardColumn(heading: "In a row", name: "in_a_row") { .number($0.total.bestStreak) },
        ]
    }

    var choices: [LeaderboardChoice<PracticeLeaderboard>] {
        let options = PracticeGame.allCases.map { game in
            var other = self
            other.game = game
            return (game.title, other)
        }
        return [LeaderboardChoice(label: "Game", options: options)]
    }

    func entries(after place: LeaderboardCursor?, limit: Int) -> Query<[RankedPractice]> {
        PracticeQueries().leaderboard(of: game, after: place, limit: limit)
    }

    func own(of member: ID<Member>) -> Query<OwnEntry<RankedPractice>?>? {
        PracticeQueries().standing(of: member, in: game).map { own in
            own.map { OwnEntry(entry: $0.entry, better: $0.isRanked ? $0.better : nil) }
        }
    }
}

struct RankedPractice: LeaderboardEntry, RowRecord {
    var person: PersonRecord
    var total: PracticeTotal

    static let decoder = RowDecoder(RankedPractice.init)

    var score: Double { Double(total.points) }
    var key: Int { person.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        LeaderboardName(person: person.person(in: club), text: person.displayName, path: "\(club.path)/members/\(person.handle)#practice")
    }
}

struct OwnPractice: RowRecord {
    var entry: RankedPractice
    var isRanked: Bool
    var better: Int

    static let decoder = RowDecoder(OwnPractice.init)
}

extension PracticeQueries {
    /// The members on the leaderboard who come after `place`, the most points first. If `place` is nil, the list begins with the first
    /// member.
    func leaderboard(of game: PracticeGame, after place: LeaderboardCursor?, limit: Int) -> Query<[RankedPractice]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), \(PracticeTotal.columns) FROM practice_totals t
            JOIN members m ON m.club_id = t.club_id AND m.id = t.member_id
            WHERE t.game = $4 AND t.is_ranked AND t.points > 0 AND \(LeaderboardMembers.includes("m"))
                AND t.points <= $1 AND (t.points < $1 OR t.member_id > $2)
            ORDER BY t.points DESC, t.member_id LIMIT $3
            """, Int(place?.score ?? 1e15), place?.key ?? 0, limit, game)
    }

    /// The member's own points, and the number of members on the leaderboard who have more points. Nil if the member has no points.
    func standing(of member: ID<Member>, in game: PracticeGame) -> Query<OwnPractice?> {
        .first(
            """
            SELECT \(PersonRecord.columns(of: "m")), \(PracticeTotal.columns), t.is_ranked AND m.is_ranked,
                \(LeaderboardMembers.count(of: "practice_totals a", "a", in: "t.club_id", by: "a.points DESC", where: "a.game = t.game AND a.is_ranked AND a.points > t.points"))
            FROM practice_totals t JOIN members m ON m.club_id = t.club_id AND m.id = t.member_id
            WHERE t.member_id = $1 AND t.game = $2 AND t.points > 0
            """, member, game)
    }
}
