/// Queries as IGDB reads them.
enum Apicalypse {
    /// What is called so: of editions of the same, the main one.
    static func games(named words: String, limit: Int) -> String {
        "search \"\(quoted(words))\"; fields \(IGDBGame.fields); where version_parent = null; limit \(limit);"
    }

    static func times(of games: [Int]) -> String {
        "fields game_id,hastily,normally; where game_id = (\(games.map(String.init).joined(separator: ","))); limit \(games.count);"
    }

    /// Without anything that could end the text, or begin something else: no name needs it.
    static func quoted(_ words: String) -> String {
        let scalars = words.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isMark(scalar) || harmless.contains(scalar)
                ? scalar : " "
        }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }

    private static let harmless = Set("'’.:!?&+-,()#".unicodeScalars)

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}
