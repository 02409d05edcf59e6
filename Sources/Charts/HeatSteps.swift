/// Up to five steps, each with about as many of the values that are left as the others, so that one large value does not make all
/// others look alike. Equal values are of one step.
struct HeatSteps: Hashable, Sendable {
    static let most = 5

    /// The largest value of each step.
    let bounds: [Int]
    private let least: [Int]

    /// Values of zero or less have no step.
    init(_ values: some Sequence<Int>) {
        var rest = values.filter { $0 > 0 }.sorted()[...]
        let distinct = Set(rest).sorted()
        var (bounds, least): ([Int], [Int]) = ([], [])
        while let first = rest.first, bounds.count < Self.most {
            let others = Self.most - bounds.count - 1
            let share = (rest.count + others) / (others + 1)
            // Each of the others shall have a value, too.
            let last = max(first, distinct[max(0, distinct.count - others - 1)])
            let bound = min(rest[rest.startIndex + share - 1], last)
            bounds.append(bound)
            least.append(first)
            rest = rest.drop { $0 <= bound }
        }
        (self.bounds, self.least) = (bounds, least)
    }

    /// From 1 to 5, and 0 for nothing. Fewer steps than five lie as far apart as they can.
    func level(of value: Int) -> Int {
        guard value > 0, let index = bounds.firstIndex(where: { value <= $0 }) else { return 0 }
        return level(at: index)
    }

    /// What a key says, with the numbers that are there: "1", "2–4".
    var ranges: [(level: Int, text: String)] {
        bounds.indices.map { index in
            let texts = [least[index], bounds[index]].map { ChartNumber.short(Double($0)) }
            return (level(at: index), texts[0] == texts[1] ? texts[0] : "\(texts[0])–\(texts[1])")
        }
    }

    private func level(at index: Int) -> Int {
        bounds.count == 1 ? 3 : 1 + (index * (Self.most - 1) + (bounds.count - 1) / 2) / (bounds.count - 1)
    }
}
