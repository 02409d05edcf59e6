import GameRules
import Postgres

/// Stores how a game goes on or ends, with what that is worth, and tells everybody.
struct GameEnding {
    private let database: Database
    private let announcer: Announcer
    private let club: ID<Club>
    private let queries = GameQueries()

    init(_ database: Database, _ announcer: Announcer, in club: ID<Club>) {
        (self.database, self.announcer, self.club) = (database, announcer, club)
    }

    /// Adds `cells` to the game as `record` has it, with the outcome then. Throws `Refusal` when somebody was faster.
    func advance(_ record: GameRecord, cells: [Int], _ result: TicTacToe.Outcome.Stored) async throws {
        let step = queries.advance(record.id, ply: record.moves.count, cells: cells, outcome: result.outcome, ending: result.ending)
        if result.ending != nil, result.outcome != "void", record.machine == nil {
            try await Scoring(database, in: club).end(record, outcome: result.outcome, by: step)
        } else {
            guard try await database.write(tenant: club.rawValue, step) == 1 else { throw Refusal.stale }
        }
        announce(record, isOver: result.ending != nil)
    }

    /// Whoever's turn it is has left for good, and loses, if it counts at all. False: there was nothing to end.
    func abandon(_ game: ID<Game>) async throws -> Bool {
        guard let record = try await database.read(tenant: club.rawValue, queries.game(game)), let turn = record.turn else { return false }
        let isLost = record.isBegun && record.machine == nil
        do {
            try await advance(record, cells: [], isLost ? (turn.opponent.stored, "absence") : ("void", "dissolution"))
            return true
        } catch is Refusal {
            return false
        }
    }

    /// A player has gone for good: the other wins, if it counts at all.
    func giveUp(_ game: ID<Game>, by member: ID<Member>) async throws {
        guard let record = try await database.read(tenant: club.rawValue, queries.game(game)), !record.isFinished,
            let mine = record.mark(of: member)
        else { return }
        let isLost = record.isBegun && record.machine == nil
        do {
            try await advance(record, cells: [], isLost ? (mine.opponent.stored, "resignation") : ("void", "dissolution"))
        } catch is Refusal {
            // The opponent has moved in this very moment; the game is looked at again.
        }
    }

    func announce(_ record: GameRecord, isOver: Bool) {
        let players = [record.x, record.o].map { Topic.member($0.person.id, in: club) }
        announcer.announce([.game(record.id, in: club)] + players + (isOver ? [.lobby(club)] : []))
    }
}
