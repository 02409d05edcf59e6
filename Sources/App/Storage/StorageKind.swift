/// A kind of rows that are counted together. The raw values are the values of `kind` in the view `stored_tables`.
enum StorageKind: String, CaseIterable {
    case messages, games, practice, laps, visits, riddles, evenings, corrections, reports, library, photos
    case parks, rides, mergedVideoGames = "merged_video_games"

    var label: String {
        switch self {
        case .messages: "Chat and messages"
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
        case .mergedVideoGames: "Merged video games"
        }
    }

    /// The limit of the number of stored rows. Nil if the feature itself checks another limit.
    var limit: StorageLimit? { StorageLimit(rawValue: rawValue) }

    var isOfClub: Bool { [.parks, .rides, .mergedVideoGames].contains(self) }
}
