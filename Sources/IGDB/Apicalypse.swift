/// Creates queries in IGDB's query language (https://api-docs.igdb.com/#apicalypse).
enum Apicalypse {
    /// Returns a query for games by name. The condition `version_parent = null` leaves out special editions of other games.
    static func search(_ name: String, limit: Int) -> String {
        "search \"\(sanitized(name))\"; fields \(IGDBGame.fields); where version_parent = null; limit \(limit);"
    }

    static func times(of games: [Int]) -> String {
        "fields game_id,hastily,normally; where game_id = (\(games.map(String.init).joined(separator: ","))); limit \(games.count);"
    }

    /// Replaces each character that could end the quoted text by a space. Names of games do not need these characters.
    static func sanitized(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isMark(scalar) || allowed.contains(scalar)
                ? scalar : " "
        }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }

    private static let allowed = Set("'’.:!?&+-,()#".unicodeScalars)

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}
