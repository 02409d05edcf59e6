import GameRules
import HTMLTemplates

extension Choice {
    static func boards(chosen: TicTacToe.Variant) -> [Choice] {
        TicTacToe.Variant.allCases.map { Choice(value: $0.rawValue, label: $0.name, detail: $0.rule, isChosen: $0 == chosen) }
    }
}

struct ChallengePage: Page {
    static let template = "lobby/challenge"
    var layout: Layout
    var opponent: Person
    var member: String
    var action: String
    var lobbyPath: String
    var variants: [Choice]
    var starts: [Choice]
    var lengths: [Choice]
    var words: String
    var problem: String?

    init(layout: Layout, opponent: PersonRecord, _ proposal: GameProposal, club: Club, problem: String?) {
        self.layout = layout
        self.opponent = opponent.person(in: club)
        member = opponent.id.description
        action = club.path + "/challenges"
        lobbyPath = club.path + "/lobby"
        variants = Choice.boards(chosen: proposal.variant)
        starts = GameProposal.Start.allCases.map {
            Choice(value: $0.rawValue, label: ProposalText.label($0, opponent: opponent.displayName), isChosen: $0 == proposal.start)
        }
        lengths = GameProposal.lengths.map {
            Choice(value: "\($0)", label: $0 == 1 ? "One game" : "Best of \($0)", isChosen: $0 == proposal.bestOf)
        }
        words = proposal.words
        self.problem = problem
    }
}

struct ProposalText {
    let proposal: GameProposal
    let isMine: Bool

    /// The proposed game in words, for example "5 by 5, four in a row, best of 3, you start". Leaves out the defaults: one game, and a
    /// first player by chance.
    var terms: String {
        var parts = [proposal.variant.name, proposal.variant.rule]
        if proposal.bestOf > 1 { parts.append("best of \(proposal.bestOf)") }
        switch proposal.start {
        case .lot: break
        case .from: parts.append(isMine ? "you start" : "they start")
        case .to: parts.append(isMine ? "they start" : "you start")
        }
        return parts.joined(separator: ", ")
    }

    static func label(_ start: GameProposal.Start, opponent: String) -> String {
        switch start {
        case .from: "Me"
        case .to: opponent
        case .lot: "Chance decides"
        }
    }
}
