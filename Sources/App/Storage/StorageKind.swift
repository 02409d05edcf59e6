/// Rows that are accounted for together, by the names of `stored_tables` (migration 0080).
enum StorageKind: String, CaseIterable {
    case lines, games, practice, laps, visits, riddles, evenings, corrections, reports, library, photos
    case parks, rides, mergedTitles = "merged_titles"

    var label: String {
        switch self {
        case .lines: "Chat and messages"
        case .games: "Games and challenges"
        case .practice: "Practice"
        case .laps: "Counted rides and notes about them"
        case .visits: "Check-ins and reported waits"
        case .riddles: "Riddles"
        case .evenings: "Evenings of video games"
        case .corrections: "Corrections of parks and rides"
        case .reports: "Reports"
        case .library: "Video games"
        case .photos: "Photos"
        case .parks: "Parks"
        case .rides: "Rides"
        case .mergedTitles: "Merged video games"
        }
    }

    /// The limit of its rows. Nil if its feature has one of its own.
    var limit: StorageLimit? { StorageLimit(rawValue: rawValue) }

    /// Whether the rows belong to the club, and to no member.
    var isOfClub: Bool { [.parks, .rides, .mergedTitles].contains(self) }
}
