/// The facts about all empty cells that matter to the side that moves next.
struct View {
    /// A cell with which the side wins at once. Nil if there is none.
    var win: Int?
    /// Cells with which the opponent would win at once, at most two of them.
    var answers: [Int] = []
    var best = Shape.none
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

    /// Returns at most `limit` cells, with the most promising cell first. If the opponent could win at once, returns only the cell that
    /// prevents that.
    func candidates(for side: Side, _ view: View, limit: Int) -> [Int] {
        guard view.answers.isEmpty else { return [view.answers[0]] }
        // If the opponent can make two threats at once, only a cell where one of the sides makes a threat can help.
        let mustThreaten = view.danger.isDouble
        return ranked(limit: limit) { cell in
            let (own, others) = (shape(of: cell, for: side), shape(of: cell, for: 1 - side))
            return mustThreaten && !own.threatens && !others.threatens ? nil : own.value * 2 + others.value
        }
    }

    /// Returns at most `limit` cells where `side` makes a threat, with the best cell first. If the opponent could win at once, only the
    /// cell that prevents that is possible.
    func threats(of side: Side, _ view: View, limit: Int) -> [Int] {
        let answer = view.answers.first
        return ranked(limit: limit) { cell in
            let own = shape(of: cell, for: side)
            return own.threatens && (answer == nil || answer == cell) ? own.value : nil
        }
    }

    /// Returns at most `limit` empty cells, with the greatest `worth` first. Cells whose `worth` is nil are left out.
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
