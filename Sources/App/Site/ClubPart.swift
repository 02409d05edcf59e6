/// A part of a club, to which the navigation leads. Where the club does without it, its addresses answer 404, and what it adds elsewhere
/// rests: cards, notices, sections of profiles. What it has is kept, handed out and cleared all the same.
struct ClubPart: Sendable {
    /// As the club stores it.
    let name: String
    let label: String
    /// Below the club's path.
    let path: String
    /// What comes after the club in all its addresses: `photos` of `/c/pier/photos/12`.
    let folders: Set<String>
    /// A file in `Public/icons`, without its ending.
    let icon: String
    /// What it is for, for an admin who thinks about switching it off; nil: no club does without.
    var purpose: String?
    /// Whether those see it who are no members.
    var isForVisitors = false
    /// Whether members begin there.
    var isHome = false
    /// What is counted beside it.
    var waiting: WaitingKind?
    /// What those things are, for whoever hears the count.
    var countWord = "new"

    /// The `id` of the count.
    var counter: String? { waiting.map { "count-\($0.name)" } }

    var isOptional: Bool { purpose != nil }
}

/// The parts of one club: those that it has, in its own order, and what rests.
struct ClubParts: Sendable {
    /// All that there are, in the club's order.
    let all: [ClubPart]
    let off: Set<String>
    /// Those that it has.
    let on: [ClubPart]
    /// What addresses of the others begin with.
    let restingFolders: Set<String>
    /// Kinds of what waits and what is told that rest, as the database has them.
    let restingKinds: [String]

    /// - Parameters:
    ///   - off: names of parts.
    ///   - order: names of parts; the others come behind them.
    init(off: [String], order: [String]) {
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let known = ClubPart.all
        all = known.enumerated()
            .sorted { (places[$0.element.name] ?? Int.max, $0.offset) < (places[$1.element.name] ?? Int.max, $1.offset) }
            .map(\.element)
        let resting = Set(known.filter { $0.isOptional && off.contains($0.name) }.map(\.name))
        self.off = resting
        on = all.filter { !resting.contains($0.name) }
        restingFolders = known.reduce(into: []) { folders, part in if resting.contains(part.name) { folders.formUnion(part.folders) } }
        restingKinds =
            resting.isEmpty
            ? []
            : features.filter { feature in feature.part.map { resting.contains($0.name) } ?? false }
                .flatMap { feature in feature.waiting.map(\.name.description) + feature.notices.map(\.name.description) }
    }

    /// In the club's order; what is no part of any comes last.
    func place(of part: ClubPart?) -> Int { part.flatMap { part in on.firstIndex { $0.name == part.name } } ?? on.count }

    /// Whether members have pictures: their addresses lie among those of photos.
    var showsFaces: Bool { !restingFolders.contains("photos") }

    /// nil: what is no part of any is always there.
    func has(_ part: ClubPart?) -> Bool { part.map { !off.contains($0.name) } ?? true }
}
