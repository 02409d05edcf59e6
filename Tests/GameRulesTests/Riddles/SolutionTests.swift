import GameRules
import Testing

struct SolutionTests {
    private func match(_ answer: String, _ solution: String, others: [String] = []) -> Solution.Match {
        Solution.match(answer, solution: solution, others: others)
    }

    @Test(arguments: [
        ("spider-man", "Spider-Man"), ("SPIDERMAN", "Spider-Man"), ("spider man", "Spider-Man"), ("The Spider-Man", "spiderman"),
        ("mamma mia", "Mamma Mia!"), ("dont look", "Don't Look"), ("don’t look", "Don't Look"), ("et", "E.T."), ("e t", "E.T."),
        ("les miserables", "Les Misérables"), ("strasse", "Straße"), ("STRAẞE", "strasse"), ("aeon", "Æon"), ("smorgasbord", "Smørgåsbord"),
        ("lodz", "Łódź"), ("i\u{307}stanbul", "İSTANBUL"), ("ﬁsh", "fish"), ("ＡＢＣ", "abc"), ("tieng viet", "Tiếng Việt"),
        ("romeo & juliet", "Romeo and Juliet"), ("r&b", "R & B"), ("12 monkeys", "Twelve Monkeys"), ("seven", "7"),
        ("10,000 steps", "10000 steps"),
        ("true colors", "True Colours"), ("my favorite neighbor", "My Favourite Neighbour"), ("realized", "Realised"),
        ("analyze it", "Analyse It"),
        ("petit prince", "Le Petit Prince"), ("l'avventura", "Avventura"), ("L’Étranger", "etranger"),
        ("a ha", "A-ha"), ("aha", "A-ha"), ("the the", "The The"), ("the it", "It"), ("a team", "The A-Team"),
        ("Tooth Fairy", "The Tooth Fairy"),
    ])
    func `another spelling of the solution is exact`(answer: String, solution: String) {
        #expect(match(answer, solution) == .exact)
        #expect(match(solution, answer) == .exact)
    }

    @Test(arguments: [
        ("Война и мир", "война и миръ"), ("夏目漱石の猫", "夏目漱石の描"), ("αλεξης ζορπας", "Αλέξης Ζορμπάς"), ("الف ليله", "ألف ليلة"),
    ])
    func `a slip in another script is nearly right`(answer: String, solution: String) { #expect(match(answer, solution) == .nearly) }

    @Test(arguments: [
        ("αλεξης ζορμπας", "Αλέξης Ζορμπάς"), ("ΑΛΕΞΗΣ ΖΟΡΜΠΑΣ", "Αλέξης Ζορμπάς"), ("и\u{306}од", "йод"), ("еж", "Ёж"), ("か\u{3099}", "が"),
        ("שלום", "שָׁלוֹם"), ("الف", "أَلْف"), ("한국", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}"), ("٧", "seven"), ("千と千尋", "「千と千尋」"),
    ])
    func `spelling variants in other scripts are exact`(answer: String, solution: String) { #expect(match(answer, solution) == .exact) }

    @Test(arguments: [
        ("The", "The The"), ("land", "La La Land"), ("forth", "Fourth"), ("morning", "Mourning"), ("size", "sise"), ("है", "हो"),
        ("กิน", "กัน"),
        ("か", "が"), ("007", "7"), ("thirteen", "13"), ("let live", "Live and Let Die"), ("no", "yes"), ("cats", "cat"),
        ("pizza", "I love pizza"),
        ("vitamin", "Vitamin A"),
    ])
    func `another word is not exact`(answer: String, solution: String) { #expect(match(answer, solution) != .exact) }

    @Test(arguments: [
        ("frozn", "Frozen"), ("forzen", "Frozen"), ("frozzen", "Frozen"), ("frezen", "Frozen"), ("Finding Emo", "Finding Nemo"),
        ("king lion", "The Lion King"), ("potter, harry", "Harry Potter"), ("raing cats an dogs", "raining cats and dogs"),
    ])
    func `a small slip or another order of words is nearly right`(answer: String, solution: String) {
        #expect(match(answer, solution) == .nearly)
    }

    /// "Die" is an article in German and a word in English.
    @Test func `a word that can be an article is handled both ways`() {
        #expect(match("die zauberflote", "Zauberflöte") == .exact)
        #expect(match("Welle", "Die Welle") == .nearly)
        #expect(match("Hard", "Die Hard") == .nearly)
        #expect(match("Die", "Die Hard") == .none)
    }

    @Test(arguments: [
        (0, 3), (1, 4), (1, 7), (2, 8), (2, 14), (3, 15), (3, 40),
    ])
    func `longer solutions allow more slips`(allowed: Int, length: Int) {
        let solution = String(repeating: "x", count: length)
        for slips in 1...4 {
            let answer = String(repeating: "y", count: slips) + solution.dropFirst(slips)
            #expect(match(answer, solution) == (slips <= allowed ? .nearly : .none), "\(slips) of \(length)")
            #expect(match(solution + String(repeating: "y", count: slips), solution) == (slips <= allowed ? .nearly : .none))
        }
    }

    @Test func `two swapped letters are one slip`() {
        #expect(match("baxx", "abxx") == .nearly)
        #expect(match("bxax", "abxx") == .none)
    }

    @Test func `a text without letters or digits is never right`() {
        for empty in ["", " ", "!?", "…", "'", "\u{fe0f}", "😎", "\u{301}"] {
            #expect(match(empty, empty) == .none)
            #expect(match(empty, "Up", others: [empty]) == .none)
            #expect(match("up", empty) == .none)
        }
    }

    @Test func `further solutions count like the first`() {
        #expect(match("ice breaker", "Break the ice", others: ["icebreaker"]) == .exact)
        #expect(match("icebreakr", "Break the ice", others: ["icebreaker"]) == .nearly)
    }

    @Test func `an answer of more than 120 characters is never right`() {
        let longest = String(repeating: "é", count: 120)
        #expect(match(longest, longest) == .exact)
        #expect(match(longest + "é", longest + "é") == .none)
        #expect(match(longest + "é", longest) == .none)
    }

    /// There are so many repetitions that reading the answer to its end each time would take many minutes.
    @Test(.timeLimit(.minutes(2))) func `a huge answer is refused without reading it to its end`() {
        let huge = "a" + String(repeating: "\u{301}", count: 2_000_000)
        for _ in 0..<5000 { #expect(match(huge, "Up") == .none) }
    }

    @Test(arguments: [
        ("", 0), ("Up", 1), ("Spider-Man", 1), ("The Lion King", 3), ("Romeo & Juliet", 3), ("Rock 'n' Roll", 3), ("Wait … what?", 2),
        ("Don't  worry – be happy!", 4), ("and/or", 2), ("101 Dalmatians", 2), ("!!!", 0), ("夏目漱石", 1), (" E.T. ", 1),
    ])
    func `words are counted as a reader counts them`(solution: String, count: Int) { #expect(WordCount.of(solution) == count) }
}
