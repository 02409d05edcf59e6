import GameRules
import HTMLTemplates
import Hummingbird
import Postgres

struct MachineRoutes {
    private let queries = GameQueries()

    func add(to site: Site) {
        site.memberGet("/c/:club/games/new") { visit in
            let variant = TicTacToe.Variant(rawValue: visit.query("variant") ?? "")
            return try visit.page(NewGamePage(variant ?? .three, layout: visit.layout, club: visit.club))
        }
        // The lobby sends the chosen board. The redirect leads to the form in which the member makes the other choices.
        site.memberPost("/c/:club/games/new") { visit in
            let variant = TicTacToe.Variant(rawValue: visit.form["variant"]) ?? .three
            return visit.redirect(to: "\(visit.club.path)/games/new?variant=\(variant.rawValue)")
        }
        site.memberPost("/c/:club/games", on: "/lobby", start)
    }

    private func start(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try visit.spend(.challenge)
            let strength = TicTacToe.Machine.Strength(rawValue: visit.form["strength"])
            return try await start(GameProposal(visit.form), strength ?? .fair, visit)
        } refused: { refusal in
            let variant = TicTacToe.Variant(rawValue: visit.form["variant"]) ?? .three
            return try visit.page(NewGamePage(variant, layout: visit.layout, club: visit.club, problem: refusal.sentence))
        }
    }

    /// Starts a game against the machine. A member has at most one running game for each board and strength of the machine. If there is
    /// such a game, the response redirects to that game.
    private func start(_ proposal: GameProposal, _ strength: TicTacToe.Machine.Strength, _ visit: MemberVisit) async throws -> Response {
        let memberStarts = proposal.start == .from || proposal.start == .lot && Bool.random()
        let firstMove = memberStarts ? nil : await strength.move(in: TicTacToe(proposal.variant))
        var game: ID<Game>?
        do {
            game = try await visit.write(
                queries.start(
                    against: strength, proposal.variant, by: visit.me, hasCrosses: memberStarts, moves: firstMove.map { [$0] } ?? []))
        } catch let error as DatabaseError where error.constraint == "games_one_against_the_machine" {
            game = try await visit.read(queries.running(against: strength, proposal.variant, by: visit.me))
        }
        guard let game else { throw Problem.notFound }
        visit.services.announcer.announce(.member(visit.me, in: visit.club.id))
        return visit.redirect(to: "\(visit.club.path)/games/\(game)")
    }
}

struct NewGamePage: Page {
    static let template = "games/new"
    var layout: Layout
    var action: String
    var lobbyPath: String
    var variants: [Choice]
    var strengths: [Choice]
    var starts: [Choice]
    var problem: String?

    init(_ variant: TicTacToe.Variant, layout: Layout, club: Club, problem: String? = nil) {
        self.layout = layout
        self.problem = problem
        action = club.path + "/games"
        lobbyPath = club.path + "/lobby"
        variants = Choice.boards(chosen: variant)
        strengths = TicTacToe.Machine.Strength.allCases.map { Choice(value: $0.rawValue, label: $0.name, isChosen: $0 == .fair) }
        starts = [("from", "Me"), ("to", "The machine"), ("lot", "Chance decides")].map {
            Choice(value: $0.0, label: $0.1, isChosen: $0.0 == "from")
        }
    }
}
