import Calendar
import GameRules
import Hummingbird
import Postgres
import Web

struct WordleyRoutes {
    private let queries = WordleyQueries()
    private let practice = PracticeQueries()
    private let clubWords = ClubWordQueries()

    func add(to site: Site) {
        site.memberGet("/c/:club/practice/wordley") { visit in try await show(queries.newest(of: visit.me), isDaily: false, visit) }
        site.memberGet("/c/:club/practice/wordley/day") { visit in
            try await show(queries.game(of: CalendarDate.todayInUTC, by: visit.me), isDaily: true, visit)
        }
        site.memberPost("/c/:club/practice/wordley", start)
        let game = "/c/:club/practice/wordley/:wordley_game"
        site.memberGet(RouterPath(stringLiteral: game)) { visit in
            try await show(queries.game(try visit.identifier("wordley_game"), of: visit.me), isDaily: nil, visit)
        }
        site.memberPost(RouterPath(stringLiteral: game + "/guesses"), guess)
        site.memberPost(RouterPath(stringLiteral: game + "/draft"), storeDraft)
        site.memberPost(RouterPath(stringLiteral: game + "/help"), help)
        site.memberPost(RouterPath(stringLiteral: game + "/surrender"), giveUp)
    }

    /// Shows a game, or a form that starts a game. The page shows the level if the game is not open.
    /// - Parameter isDaily: whether the page is for the word of the day. If it is nil, this depends on the game, and a missing game throws
    ///   `Problem.notFound`.
    private func show(
        _ query: Query<WordleyGame?>, isDaily: Bool?, _ visit: MemberVisit, problem: String? = nil, guess: String? = nil
    ) async throws -> Response {
        let (game, settings, stored, results, times) = try await visit.read(
            query, practice.settings(of: visit.me), practice.level(of: visit.me, in: .wordley),
            practice.uncountedResults(of: visit.me, in: .wordley), practice.times(of: visit.me, limit: PracticeBreak.gameLimit))
        guard game != nil || isDaily != nil else { throw Problem.notFound }
        let feedback = game?.isOpen == true ? nil : try await PracticeStaircase(.wordley, visit).feedback(stored, results, times)
        let view = game.map { WordleyView($0, settings ?? PracticeSettings(), feedback, problem: problem, text: guess, visit: visit) }
        return try visit.page(WordleyPage(view, isDaily: isDaily ?? (game?.day != nil), level: feedback?.level, visit: visit))
    }

    /// Responds with the game as a fragment (a part of the page), or redirects to the page of the game.
    /// - Parameter storedSettings: the member's settings. If it is nil, this function reads the settings.
    private func respond(
        with game: WordleyGame, _ visit: MemberVisit, refused refusal: Refusal? = nil, guess: String? = nil,
        settings storedSettings: PracticeSettings? = nil
    ) async throws -> Response {
        let feedback = game.isOpen || refusal != nil ? nil : try await PracticeStaircase(.wordley, visit).finishGame()
        guard visit.wantsRepresentation else {
            if let refusal {
                var page = try await show(
                    queries.game(game.id, of: visit.me), isDaily: nil, visit, problem: refusal.sentence, guess: guess)
                page.status = refusal.status
                return page
            }
            return visit.redirect(to: WordleyGame.path(of: game.id, in: visit.club))
        }
        let stored = storedSettings == nil ? try await visit.read(practice.settings(of: visit.me)) : storedSettings
        let settings = stored ?? PracticeSettings()
        let view = WordleyView(game, settings, feedback, problem: refusal?.sentence, text: guess, visit: visit)
        return try visit.page(WordleyLive(layout: visit.layout, game: view), status: refusal?.status ?? .ok)
    }

    private func start(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.practice)
        if visit.form["day"] == "today" {
            let key = try await visit.read(queries.clubKey())
            let (_, _) = try await visit.write(
                queries.create(NewWordleyGame(of: CalendarDate.todayInUTC, key: key), by: visit.me),
                practice.recordStart(of: .wordley, level: PracticeGame.wordley.firstLevel, by: visit.me))
            return visit.redirect(to: visit.club.path + "/practice/wordley/day")
        }
        let level = try await PracticeStaircase(.wordley, visit).recalculated().level
        var generator = SystemRandomNumberGenerator()
        let added = try await visit.read(clubWords.words(letters: WordleyLevel.at(level).letters))
        let game = NewWordleyGame(WordleyLevel.at(level), or: added, using: &generator)
        let (_, _) = try await visit.write(
            queries.create(game, by: visit.me), practice.recordStart(of: .wordley, level: level, by: visit.me))
        return visit.redirect(to: visit.club.path + "/practice/wordley")
    }

    // MARK: Playing

    /// Stores the guess without reading the game first if the guess is in the word list. Most guesses therefore need one round trip to the
    /// database. The club's own words, hard mode and refusals need more round trips.
    private func guess(_ visit: MemberVisit) async throws -> Response {
        let id: ID<WordleyGame> = try visit.identifier("wordley_game")
        let text = Self.letters(visit.form["guess"])
        try visit.spend(.practice)
        let isListed = WordList.shared.accepts(text)
        if let row = visit.form.number("row"), isListed {
            let (game, settings) = try await visit.write(
                queries.addGuess(text, after: row, in: id, mayBeHard: false, by: visit.me), practice.settings(of: visit.me))
            if let game { return try await respond(with: game, visit, settings: settings ?? PracticeSettings()) }
        }
        let (found, isAdded) = try await visit.read(queries.game(id, of: visit.me), clubWords.contains(text))
        guard let game = found else { throw Problem.notFound }
        let problem = Self.problem(with: text, isWord: isListed || isAdded, in: game)
        if game.isOpen, game.isHard || !isListed, problem == nil, let row = visit.form.number("row"),
            let game = try await visit.write(queries.addGuess(text, after: row, in: id, mayBeHard: true, by: visit.me))
        {
            return try await respond(with: game, visit)
        }
        let refusal =
            problem.map { Refusal(.unprocessableContent, $0) }
            ?? Refusal(.conflict, "The game has changed. This page shows the current state.")
        return try await respond(with: game, visit, refused: refusal, guess: text)
    }

    /// The sentence that explains why a guess is not allowed. Nil if the guess is allowed or the game is over.
    private static func problem(with guess: String, isWord: Bool, in game: WordleyGame) -> String? {
        guard game.isOpen else { return nil }
        let count = guess.utf8.count
        if count == 0 { return "Write a word of \(game.letters) letters." }
        if count != game.letters { return "The word has \(game.letters) letters. This one has \(count)." }
        guard isWord else { return "“\(guess.uppercased())” is not in the word list. Try another word." }
        guard game.isHard else { return nil }
        return switch HardMode.demand(on: guess, after: game.scores) {
        case .place(let place, let letter): "In hard mode, letter \(place) has to be \(letter.uppercased())."
        case .letter(let letter, 1): "In hard mode, the word has to have \(letter.uppercased()) in it."
        case .letter(let letter, let count): "In hard mode, the word has to have \(letter.uppercased()) in it \(count) times."
        case nil: nil
        }
    }

    /// The ASCII letters of a text, in lower case. All other characters are removed.
    private static func letters(_ text: String) -> String {
        String(text.prefix(60).lowercased().filter { ("a"..."z").contains($0) && $0.isASCII }.prefix(20))
    }

    /// Stores the letters that the member has typed in a row: the text of the field, and a key that was pressed. The browser sends these
    /// letters while the member continues to play, so that the request may arrive after the guess in the same row. In that case nothing
    /// changes.
    private func storeDraft(_ visit: MemberVisit) async throws -> Response {
        let id: ID<WordleyGame> = try visit.identifier("wordley_game")
        try visit.spend(.practice)
        guard var game = try await visit.read(queries.game(id, of: visit.me)) else { throw Problem.notFound }
        var draft = Self.letters(visit.form["guess"])
        if visit.form["key"] == "back" { draft = String(draft.dropLast()) } else { draft += Self.letters(visit.form["key"]) }
        draft = String(draft.prefix(game.letters))
        let row = visit.form.number("row") ?? game.guesses.count
        if game.isOpen { try await visit.write(queries.storeDraft(draft, inRow: row, of: id, by: visit.me)) }
        if row == game.guesses.count { game.draft = draft }
        if visit.form["quietly"] == "1" { return Response(status: .noContent) }
        return try await respond(with: game, visit)
    }

    private func help(_ visit: MemberVisit) async throws -> Response {
        try await change(visit) { game in
            guard let place = game.nextHelp else { throw Refusal(.conflict, "There is no letter left to show.") }
            let shown = try await visit.write(queries.help(place, after: game.helped.count, in: game.id, by: visit.me))
            guard shown == 1 else { throw Refusal(.conflict, "The game has changed. This page shows the current state.") }
        }
    }

    private func giveUp(_ visit: MemberVisit) async throws -> Response {
        try await change(visit) { game in
            guard try await visit.write(queries.giveUp(game.id, by: visit.me)) == 1 else { throw Refusal(.conflict, "This game is over.") }
        }
    }

    private func change(_ visit: MemberVisit, _ action: (WordleyGame) async throws -> Void) async throws -> Response {
        let id: ID<WordleyGame> = try visit.identifier("wordley_game")
        guard let game = try await visit.read(queries.game(id, of: visit.me)) else { throw Problem.notFound }
        func currentGame() async throws -> WordleyGame { try await visit.read(queries.game(id, of: visit.me)) ?? game }
        return try await visit.answer {
            try visit.spend(.practice)
            try await action(game)
            return try await respond(with: currentGame(), visit)
        } refused: { refusal in
            try await respond(with: currentGame(), visit, refused: refusal)
        }
    }
}
