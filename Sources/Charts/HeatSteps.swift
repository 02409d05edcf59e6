/// Divides values into up to five steps with about the same number of values in each, so that one large value does not make all other
/// values look alike. Equal values are in the same step.
struct HeatSteps: Hashable, Sendable {
    static let maxSteps = 5

    /// The largest value of each step.
    let bounds: [Int]
    private let least: [Int]

    /// Creates the steps. Values of zero or less belong to no step.
    init(_ values: some Sequence<Int>) {
        var rest = values.filter { $0 > 0 }.sorted()[...]
        let distinct = Set(rest).sorted()
        var (bounds, least): ([Int], [Int]) = ([], [])
        while let first = rest.first, bounds.count < Self.maxSteps {
            let others = Self.maxSteps - bounds.count - 1
            let share = (rest.count + others) / (others + 1)
            // Each of the later steps must have at least one value.
            let last = max(first, distinct[max(0, distinct.count - others - 1)])
            let bound = min(rest[rest.startIndex + share - 1], last)
            bounds.append(bound)
            least.append(first)
            rest = rest.drop { $0 <= bound }
        }
        (self.bounds, self.least) = (bounds, least)
    }

    /// Returns the level of a value, from 1 to 5. Returns 0 if the value belongs to no step. If there are fewer than five steps, their
    /// levels are spread over 1 to 5.
    func level(of value: Int) -> Int {
        guard value > 0, let index = bounds.firstIndex(where: { value <= $0 }) else { return 0 }
        return level(at: index)
    }

    /// The levels with the ranges of their values, such as "1" and "2–4", for the legend.
    var ranges: [(level: Int, text: String)] {
        bounds.indices.map { index in
            let texts = [least[index], bounds[index]].map { ChartNumber.short(Double($0)) }
            return (level(at: index), texts[0] == texts[1] ? texts[0] : "\(texts[0])–\(texts[1])")
        }
    }

    private func level(at index: Int) -> Int {
        bounds.count == 1 ? 3 : 1 + (index * (Self.maxSteps - 1) + (bounds.count - 1) / 2) / (bounds.count - 1)
    }
}
