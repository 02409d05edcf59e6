import Calendar

/// A riddle of EmoJim, the club's mascot, that is built into the program.
struct JimsRiddle: Sendable {
    /// The number of the riddle's line in the file, from 1. It never changes, because new lines are only added at the end.
    let number: Int
    let emoji, solution: String
    let kind: Riddle.Kind
    let hints, otherSolutions: [String]
}

extension JimsRiddle {
    /// Parses the tab-separated fields: emoji, solution, kind, two hints, other solutions. Nil if the line is malformed.
    init?(_ line: Substring, number: Int) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 6, let kind = Riddle.Kind(rawValue: fields[2]) else { return nil }
        let otherSolutions = fields[5].split(separator: " / ").map(String.init)
        self.init(
            number: number, emoji: fields[0], solution: fields[1], kind: kind, hints: [fields[3], fields[4]],
            otherSolutions: otherSolutions)
    }
}

/// The riddles of `JimsRiddlesText.swift`. They are compiled in, so every server has them.
enum JimsRiddles {
    static let all: [JimsRiddle] = {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return zip(1..., lines).compactMap { JimsRiddle($1, number: $0) }
    }()

    static let welcome = all[0]

    /// The riddle of a day, which is the same in all clubs. Every riddle except the welcome riddle comes once before any riddle is
    /// repeated. The riddles of consecutive days differ in kind.
    static func ofTheDay(_ day: CalendarDate) -> JimsRiddle {
        let place = day.number % dailyOrder.count
        return dailyOrder[place < 0 ? place + dailyOrder.count : place]
    }

    /// The riddles in the order of the days. Each day has a riddle of another kind than the day before. Among the other kinds, the next
    /// riddle is of the kind with the largest share of its riddles left. If shares are equal, the kind with the fewest riddles comes first.
    /// So the last riddle is of the kind with the most riddles, and the order can begin again with another kind.
    private static let dailyOrder: [JimsRiddle] = {
        let kinds = Dictionary(grouping: all.dropFirst(), by: \.kind).mapValues { $0.sorted { hash($0.number) < hash($1.number) } }
        var (left, order) = (kinds, [JimsRiddle]())
        func rank(_ kind: Riddle.Kind) -> (Double, Int) {
            let (count, total) = (left[kind]?.count ?? 0, kinds[kind]?.count ?? 1)
            return (Double(count) / Double(total), -total)
        }
        while let kind = Riddle.Kind.allCases.filter({ $0 != order.last?.kind }).max(by: { rank($0) < rank($1) }),
            let next = left[kind]?.popLast()
        {
            order.append(next)
        }
        return order
    }()

    /// A hash that sorts riddles in an order that looks random, but is always the same (SplitMix64 finalizer).
    private static func hash(_ number: Int) -> UInt64 {
        var hash = UInt64(number) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}
