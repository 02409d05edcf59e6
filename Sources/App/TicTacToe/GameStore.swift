import GameRules
import Postgres

/// Stores moves and outcomes of games, updates the ratings, and tells open pages that the game has changed.
struct GameStore {
    private let database: Database
    private let announcer: Announcer
    private let club: ID<Club>
    private let queries = GameQueries()

    init(_ database: Database, _ announcer: Announcer, in club: ID<Club>) {
        (self.database, self.announcer, self.club) = (database, announcer, club)
    }

    /// Adds `cells` to the game and stores the outcome. Throws a `Refusal` if the game has changed since `record` was read.
    func advance(_ record: GameRecord, cells: [Int], _ result: TicTacToe.Outcome.Stored) async throws {
        let step = queries.advance(record.id, ply: record.moves.count, cells: cells, outcome: result.outcome, ending: result.ending)
        if result.ending != nil, result.outcome != "void", record.machine == nil {
            try await RatingUpdate(database, in: club).end(record, outcome: result.outcome, by: step)
        } else {
            guard try await database.write(tenant: club.rawValue, step) == 1 else { throw Refusal.stale }
        }
        announce(record, isOver: result.ending != nil)
    }

    /// Ends a game because one player should move but has been away for too long. This player loses if both players are members and have
    /// moved. Otherwise the game is called off. Returns whether the game was ended.
    func endOverdue(_ game: ID<Game>) async throws -> Bool {
        guard let record = try await database.read(tenant: club.rawValue, queries.game(game)), let turn = record.turn else { return false }
        do {
            try await advance(record, cells: [], record.countsIfLeft ? (turn.opponent.stored, "absence") : GameRecord.calledOff)
            return true
        } catch is Refusal {
            return false
        }
    }

    /// Ends a running game of a member who leaves the club. The opponent wins if both players are members and have moved. Otherwise the
    /// game is called off.
    func end(_ game: ID<Game>, ofLeaving member: ID<Member>) async throws {
        guard let record = try await database.read(tenant: club.rawValue, queries.game(game)), !record.isFinished,
            let mine = record.mark(of: member)
        else { return }
        do {
            try await advance(record, cells: [], record.countsIfLeft ? (mine.opponent.stored, "resignation") : GameRecord.calledOff)
        } catch is Refusal {
            // The opponent has moved at the same time. The caller reads the running games again.
        }
    }

    func announce(_ record: GameRecord, isOver: Bool) {
        let players = [record.x, record.o].map { Topic.member($0.person.id, in: club) }
        announcer.announce([.game(record.id, in: club)] + players + (isOver ? [.lobby(club)] : []))
    }
}
