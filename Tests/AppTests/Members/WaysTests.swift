import Foundation
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// Every way in which a member can contact another. A block must close each of them.
struct WaysTests {
    /// Forms that do not connect two members.
    private static let others: Set<String> = [
        "/register", "/login", "/logout", "/account/display", "/account/skin-tone", "/account/time-zone", "/account/time-zone/device",
        "/account/deletion",
        "/account/deletion/withdrawal", "/account/password", "/account/email", "/reset/:token", "/login/code", "/account/second-factor",
        "/account/second-factor/proof", "/account/second-factor/codes", "/account/second-factor/removal",
        "/welcome", "/welcome/link", "/account/sign-in-methods/new", "/account/sign-in-methods/:provider/removal", "/account/picture",
        "/account/picture/removal",
        "/account/sessions/:session/revocation", "/account/sessions/revocation", "/clubs/new", "/c/:club/parts", "/c/:club/members",
        "/c/:club/settings",
        "/c/:club/invitation", "/c/:club/departure", "/c/:club/departure/withdrawal", "/c/:club/profile",
        "/c/:club/blocks", "/c/:club/blocks/:member/removal",
        "/c/:club/notices/settings", "/c/:club/challenges/:challenge/decline", "/c/:club/challenges/:challenge/withdrawal",
        "/c/:club/seeks/withdrawal", "/c/:club/follows/:member/removal", "/c/:club/follows/:member/dismissal",
        "/c/:club/messages/:conversation/reading", "/c/:club/photos", "/c/:club/photos/:photo", "/c/:club/photos/:photo/reading",
        "/c/:club/photos/:photo/avatar", "/c/:club/photos/:photo/removal", "/c/:club/photos/:photo/like/removal",
        "/c/:club/photos/selection", "/c/:club/photos/selection/removal",
        "/c/:club/removals/:removal/restoration",
        "/c/:club/photos/:photo/reports", "/c/:club/reports/photos/:photo/dismissal",
        "/c/:club/reports/photos/:photo/removal", "/c/:club/reports/:message/removal",
        "/c/:club/reports/:message/dismissal",
        "/c/:club/parks", "/c/:club/parks/:park", "/c/:club/parks/:park/rides", "/c/:club/rides/:ride", "/c/:club/rides/:ride/laps",
        "/c/:club/rides/:ride/laps/removal", "/c/:club/rides/:ride/laps/:lap_action/note", "/c/:club/rides/:ride/days",
        "/c/:club/rides/:ride/waits", "/c/:club/rides/:ride/corrections",
        "/c/:club/parks/:park/corrections", "/c/:club/parks/corrections/:correction/acceptance",
        "/c/:club/parks/corrections/:correction/refusal",
        "/c/:club/parks/corrections/:correction/withdrawal", "/c/:club/rides/:ride/removal",
        "/c/:club/parks/:park/removal",
        "/c/:club/parks/:park/home", "/c/:club/parks/:park/home/removal",
        "/c/:club/rides/:ride/mark", "/c/:club/rides/:ride/mark/removal", "/c/:club/rides/counting", "/c/:club/rides/counting/club",
        "/c/:club/rides/lap-import", "/c/:club/parks/import", "/c/:club/today", "/c/:club/today/end", "/c/:club/today/nearest",
        "/c/:club/outbox",
        "/c/:club/rides/:ride/rank", "/c/:club/rides/:ride/wish", "/c/:club/rides/:ride/wish/removal",
        "/c/:club/riddles/:riddle/hints", "/c/:club/riddles/:riddle/surrender", "/c/:club/riddles/:riddle/removal",
        "/c/:club/riddles/:riddle/disputes", "/c/:club/riddles/:riddle/disputes/:member",
        "/c/:club/practice/levels", "/c/:club/practice/settings", "/c/:club/practice/wordley",
        "/c/:club/practice/wordley/:wordley_game/guesses", "/c/:club/practice/wordley/:wordley_game/draft",
        "/c/:club/practice/wordley/:wordley_game/help", "/c/:club/practice/wordley/:wordley_game/surrender",
        "/c/:club/practice/slideit", "/c/:club/practice/slideit/:slideit_game/moves", "/c/:club/practice/slideit/:slideit_game/hint",
        "/c/:club/practice/slideit/:slideit_game/start", "/c/:club/practice/slideit/:slideit_game/surrender",
        "/c/:club/practice/tasks", "/c/:club/practice/tasks/:practice_task", "/c/:club/practice/tasks/:practice_task/days",
        "/c/:club/practice/tasks/:practice_task/removal", "/c/:club/practice/reset", "/c/:club/practice/sharing",
        "/c/:club/practice/words", "/c/:club/practice/words/removal",
        "/c/:club/practice/links", "/c/:club/practice/links/:practice_link/removal",
        "/c/:club/library/games", "/c/:club/library/games/:video_game", "/c/:club/library/games/:video_game/removal",
        "/c/:club/library/games/:video_game/entry", "/c/:club/library/games/:video_game/entry/removal",
        "/c/:club/library/games/:video_game/cover", "/c/:club/library/games/:video_game/cover/removal",
        "/c/:club/library/games/:video_game/place", "/c/:club/library/games/:video_game/shelves", "/c/:club/library/shelves",
        "/c/:club/library/shelves/:shelf", "/c/:club/library/shelves/:shelf/removal",
        "/c/:club/library/evenings/:evening/votes", "/c/:club/library/names", "/c/:club/library/names/:platform_name/removal",
        "/c/:club/library/games/:video_game/merge", "/c/:club/library/import", "/c/:club/library/import/columns",
        "/c/:club/library/import/words", "/c/:club/library/import/lines", "/c/:club/library/import/entries",
        "/c/:club/library/import/removal",
        "/c/:club/library/games/:video_game/player-request", "/c/:club/library/player-request/withdrawal",
        // Games against the machine.
        "/c/:club/games", "/c/:club/games/new",
    ]
    /// Forms about a message that the member already sees.
    private static let ofLines = ["/messages/:message/reports", "/messages/:message/removal", "/messages/:message/restoration"]

    @Test func `every form is tested for blocks or brings nobody together`() async throws {
        try await TestSite.open { site in
            let patterns = siteRouter(site.server.services).map.patterns(answering: .post)
            let forms = Set(patterns.map { $0.replacing(/\{(\w+)\}/) { ":\($0.1)" } })
                .filter { form in !Self.ofLines.contains { form.hasSuffix($0) } }
            let known = Way.all.reduce(into: Self.others) { $0.formUnion($1.routes) }
            #expect(forms.subtracting(known).sorted() == [], "Add it to the ways in Ways.swift, or to those that bring nobody together.")
            #expect(known.subtracting(forms).sorted() == [], "There is no such form.")
        }
    }

    @Test func `every statement that connects two members checks for blocks`() async throws {
        let statements = try await CatalogueTests.statements()
        var found: Set<String> = []
        for statement in statements {
            for match in statement.matches(of: /INSERT INTO (challenges|games|conversations|follows|notices)\b[^(]*\(([^)]*)\)/)
            where !match.2.contains("machine") {
                found.insert(String(match.1))
                #expect(statement.contains(/FROM blocked_pairs\b/), "\(statement)")
            }
        }
        #expect(found.count == 5)
        // Only the view `blocked_pairs` says who is hidden from whom. No other statement reads `blocks` for that.
        #expect(statements.filter { $0.contains(/EXISTS \(SELECT FROM blocks\b/) }.isEmpty)
    }

    @Test(arguments: Separation.allCases, [true, false])
    func `a block prevents every contact in both directions`(_ separation: Separation, isByBlocker: Bool) async throws {
        // Each way has its own club.
        try await TestSite.open { settings in
            settings.storageLimits[.clubs] = 1000
        } _: { site in
            let people = (try await site.person("ana"), try await site.person("ben"), try await site.person("cleo"))
            for (number, way) in Way.all.enumerated() where separation != .blockedElsewhere || !way.isOfReading {
                let path = "/c/club-\(number)"
                try await people.2.post("/clubs/new", ["name": way.name, "slug": "club-\(number)", "visibility": "public"])
                for person in [people.0, people.1] { try await person.post(path + "/members", [:]) }
                let club = try #require(try await site.server.services.clubs.club(slug: "club-\(number)"))
                let meeting = Meeting(
                    site: site, path: path, tenant: club.id.rawValue, ana: people.0, ben: people.1, cleo: people.2, isByBlocker: isByBlocker
                )
                let attempt = try await way.prepare(meeting)
                try await meeting.separate(separation)
                try await #expect(attempt() == (separation == .none), "\(way.name)")
            }
        }
    }

    @Test func `an unblocked member can leave, rejoin and play again`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let link = String(try #require(try await club.ana.get(club.path + "/lobby").text.firstMatch(of: /\/join\/[\w\-]+\/\w+/)).0)
            try await club.ana.post(club.path + "/blocks", ["member": club.ben.member(in: club.path)])
            try await site.leave(club.path, club.ben)
            try await #expect(!club.ben.get(link).text.contains("Ana"))
            try await #expect(club.ben.post(link, [:]).headers[.location] == club.path + "/lobby")
            try await #expect(!club.ben.get(club.path + "/members").text.contains("Ana"))
            let ben = try await club.ben.member(in: club.path)
            try await club.ana.post(club.path + "/blocks/\(ben)/removal", [:])
            try await site.leave(club.path, club.ben)
            try await #expect(club.ben.post(link, [:]).headers[.location]?.contains("/games/") == true)
        }
    }
}
