/// What the side to move sees at one look over the board.
struct View {
    /// A cell that wins at once.
    var win: Int?
    /// The cells, two at most, where the opponent would win at once.
    var answers: [Int] = []
    /// The best shape the side can make.
    var best = Shape.none
    /// The best shape the opponent could make.
    var danger = Shape.none
}

extension Threats {
    func view(for side: Side) -> View {
        var view = View()
        for cell in isEmpty.indices where isEmpty[cell] {
            let (own, others) = (shape(of: cell, for: side), shape(of: cell, for: 1 - side))
            if own.wins { view.win = cell }
            if others.wins, view.answers.count < 2 { view.answers.append(cell) }
            view.best = max(view.best, own)
            view.danger = max(view.danger, others)
        }
        return view
    }

    /// The cells worth a look, most promising first, `limit` at most. Where the opponent threatens, nothing else is worth one.
    func candidates(for side: Side, _ view: View, limit: Int) -> [Int] {
        guard view.answers.isEmpty else { return [view.answers[0]] }
        // Two threats to come are stopped only in their windows, or by threats of one's own.
        let mustThreaten = view.danger.isDouble
        return ranked(limit: limit) { cell in
            let (own, others) = (shape(of: cell, for: side), shape(of: cell, for: 1 - side))
            return mustThreaten && !own.threatens && !others.threatens ? nil : own.value * 2 + others.value
        }
    }

    /// The cells where `side` makes a threat, the best first.
    func threats(of side: Side, _ view: View, limit: Int) -> [Int] {
        let answer = view.answers.first
        return ranked(limit: limit) { cell in
            let own = shape(of: cell, for: side)
            return own.threatens && (answer == nil || answer == cell) ? own.value : nil
        }
    }

    /// The empty cells in the order of `worth`, greatest first, without those where it is nil.
    private func ranked(limit: Int, worth: (Int) -> Int?) -> [Int] {
        var ranked: [(worth: Int, cell: Int)] = []
        for cell in isEmpty.indices where isEmpty[cell] {
            guard let worth = worth(cell) else { continue }
            if ranked.count == limit {
                guard worth > ranked[limit - 1].worth else { continue }
                ranked.removeLast()
            }
            var place = ranked.count
            while place > 0, ranked[place - 1].worth < worth { place -= 1 }
            ranked.insert((worth, cell), at: place)
        }
        return ranked.map(\.cell)
    }
}
