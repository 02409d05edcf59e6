import Calendar

/// One of EmoJim's own riddles.
struct JimsRiddle: Sendable {
    /// Its place in the file, from 1: it stays, as the file is only added to.
    let number: Int
    let emoji, solution: String
    let kind: Riddle.Kind
    let hints, others: [String]
}

extension JimsRiddle {
    /// Reads a line of the file; nil: it is none.
    init?(_ line: Substring, number: Int) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 6, let kind = Riddle.Kind(rawValue: fields[2]) else { return nil }
        let others = fields[5].split(separator: " / ").map(String.init)
        self.init(number: number, emoji: fields[0], solution: fields[1], kind: kind, hints: [fields[3], fields[4]], others: others)
    }
}

/// EmoJim's riddles of `JimsRiddlesText.swift`, compiled in, so that no server runs without them.
enum JimsRiddles {
    static let all: [JimsRiddle] = {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return zip(1..., lines).compactMap { JimsRiddle($1, number: $0) }
    }()

    /// The one that everyone is welcomed with.
    static let welcome = all[0]

    /// The riddle of a day, the same for all: each but the welcome once before one comes again, and never two of a kind in a row.
    static func ofTheDay(_ day: CalendarDate) -> JimsRiddle {
        let place = day.number % round.count
        return round[place < 0 ? place + round.count : place]
    }

    /// In the order of the days: mixed, from whichever kind has most left of its own; at first the smallest, so that at the end the
    /// largest is left, and the next round begins with another kind.
    private static let round: [JimsRiddle] = {
        let kinds = Dictionary(grouping: all.dropFirst(), by: \.kind).mapValues { $0.sorted { mixed($0.number) < mixed($1.number) } }
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

    /// A number without any order that one sees (as SplitMix64 mixes).
    private static func mixed(_ number: Int) -> UInt64 {
        var mixed = UInt64(number) &* 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
