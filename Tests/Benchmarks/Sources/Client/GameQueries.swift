import FoundationEssentials
import Postgres

/// The three statements of a game page, written like the queries of a feature.
struct GameQueries {
    static let game: SQL = """
        SELECT id, x_member, o_member, moves, outcome, moved_at FROM games WHERE id = $1
        """
    static let players: SQL = """
        SELECT m.id, m.handle, m.display_name, coalesce(r.wins, 0), coalesce(r.draws, 0), coalesce(r.losses, 0)
        FROM games g
        JOIN members m ON m.club_id = g.club_id AND m.id IN (g.x_member, g.o_member)
        LEFT JOIN ratings r ON r.club_id = m.club_id AND r.member_id = m.id AND r.variant = g.variant
        WHERE g.id = $1
        """
    static let lines: SQL = """
        SELECT id, member_id, text, created_at FROM messages WHERE room_kind = 'game' AND room_number = $1 ORDER BY id DESC LIMIT 20
        """

    func game(_ id: Int) -> Query<GameRecord?> { .first(Self.game, id) }
    func players(of id: Int) -> Query<[PlayerRecord]> { .all(Self.players, id) }
    func newestLines(of id: Int) -> Query<[ChatMessageRecord]> { .all(Self.lines, id) }
}

struct GameRecord: RowDecodable {
    var id: Int
    var x: Int
    var o: Int
    var moves: [Int]
    var outcome: String
    var movedAt: Double

    init(_ row: inout Row) throws {
        id = try row.next()
        x = try row.next()
        o = try row.next()
        moves = try row.next()
        outcome = try row.next()
        movedAt = try row.next(Date.self).timeIntervalSince1970
    }
}

struct PlayerRecord: RowDecodable {
    var id: Int
    var handle: String
    var name: String
    var wins: Int
    var draws: Int
    var losses: Int

    init(_ row: inout Row) throws {
        id = try row.next()
        handle = try row.next()
        name = try row.next()
        wins = try row.next()
        draws = try row.next()
        losses = try row.next()
    }
}

struct ChatMessageRecord: RowDecodable {
    var id: Int
    var member: Int
    var text: String
    var sentAt: Double

    init(_ row: inout Row) throws {
        id = try row.next()
        member = try row.next()
        text = try row.next()
        sentAt = try row.next(Date.self).timeIntervalSince1970
    }
}
