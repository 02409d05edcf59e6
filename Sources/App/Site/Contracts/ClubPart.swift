/// A section of a club with an entry in the navigation. If an admin switches the part off, its addresses answer 404, and its cards, notices
/// and profile sections are hidden. Its data is still stored, exported and cleaned up.
struct ClubPart: Sendable {
    /// The name of the part in the columns `clubs.parts_off` and `clubs.parts_order`.
    let name: String
    let label: String
    /// The path of the part's page, below the club's path.
    let path: String
    /// The path components that may follow the club in the part's addresses: `photos` in `/c/pier/photos/12`.
    let pathComponents: Set<String>
    /// The name of a file in `Public/icons`, without its extension.
    let icon: String
    /// A sentence that explains the part to an admin who may switch it off. Nil if the part cannot be switched off.
    var purpose: String?
    var isForVisitors = false
    var isHome = false
    /// The kind of things that are counted beside the link in the navigation. Nil if there is no count.
    var waiting: WaitingKind?
    /// The word that screen readers read after the count.
    var countWord = "new"

    var counter: String? { waiting.map { "count-\($0.name)" } }

    var isOptional: Bool { purpose != nil }
}

/// The parts of one club in the order that its admins have chosen.
struct ClubParts: Sendable {
    let all: [ClubPart]
    let disabled: Set<String>
    let enabled: [ClubPart]
    let disabledPathComponents: Set<String>
    /// The names of the `WaitingKind`s and `NoticeKind`s of parts that are switched off.
    let disabledKinds: [String]

    /// - Parameters:
    ///   - disabled: names of parts that are switched off.
    ///   - order: names of parts in the order of the navigation. Parts that are not named come last.
    init(disabled names: [String], order: [String]) {
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let known = ClubPart.all
        all = known.enumerated()
            .sorted { (places[$0.element.name] ?? Int.max, $0.offset) < (places[$1.element.name] ?? Int.max, $1.offset) }
            .map(\.element)
        let disabled = Set(known.filter { $0.isOptional && names.contains($0.name) }.map(\.name))
        self.disabled = disabled
        enabled = all.filter { !disabled.contains($0.name) }
        disabledPathComponents = Set(known.filter { disabled.contains($0.name) }.flatMap(\.pathComponents))
        disabledKinds =
            disabled.isEmpty
            ? []
            : features.filter { feature in feature.part.map { disabled.contains($0.name) } ?? false }
                .flatMap { feature in feature.waiting.map(\.name.description) + feature.notices.map(\.name.description) }
    }

    /// The index of a part among the enabled parts. If `part` is nil or switched off, the index after the last enabled part.
    func position(of part: ClubPart?) -> Int {
        part.flatMap { part in enabled.firstIndex { $0.name == part.name } } ?? enabled.count
    }

    /// Whether avatars can be loaded. Their addresses are below `photos`, so they cannot be loaded if the part with the photos is switched
    /// off.
    var showsAvatars: Bool { !disabledPathComponents.contains("photos") }

    /// Whether a part is switched on. True if `part` is nil, which stands for something that belongs to no part.
    func has(_ part: ClubPart?) -> Bool { part.map { !disabled.contains($0.name) } ?? true }
}
