import Foundation
import Postgres
import TestSupport
import Testing

@testable import App

/// What separates two members before a way is tried.
enum Separation: CaseIterable {
    case none
    /// Ana has blocked Ben.
    case blocked
    /// Ana has blocked Ben on another server, and this server has not learned of it yet.
    case blockedElsewhere
    /// Ben was blocked, left the club, and rejoined with Ana's invitation.
    case cameBack
}

/// A club with Ana, Ben, whom Ana may have blocked, and Cleo, who has blocked nobody.
struct Meeting: Sendable {
    let site: TestSite
    let path: String
    let tenant: Int
    let ana: Visitor
    let ben: Visitor
    let cleo: Visitor
    /// Whether Ana, the blocker, tries the way. Otherwise Ben tries it.
    let isByBlocker: Bool

    var from: Visitor { isByBlocker ? ana : ben }
    var to: Visitor { isByBlocker ? ben : ana }

    func id(_ person: Visitor) async throws -> String { try await person.member(in: path) }

    /// The link that starts a game with the person.
    func link(of person: Visitor) async throws -> String {
        String(try #require(try await person.get(path + "/lobby").text.firstMatch(of: /\/join\/[A-Za-z0-9_\-]+\/\w+/)).0)
    }

    func leave(_ person: Visitor) async throws {
        let former = try await id(person)
        try await site.leave(path, person)
        try await #expect(
            eventually {
                try await site.database.read(
                    tenant: tenant, Query<Bool>.one("SELECT erased_at IS NOT NULL FROM members WHERE id = $1::text::bigint", former))
            })
    }

    func separate(_ separation: Separation) async throws {
        switch separation {
        case .none: break
        case .blocked: try await ana.post(path + "/blocks", ["member": id(ben)])
        case .blockedElsewhere:
            let blocks = BlockQueries()
            let (blocker, blocked) = try await (#require(ID<Member>(id(ana))), #require(ID<Member>(id(ben))))
            try await site.database.write(tenant: tenant, blocks.block(blocked, by: blocker), blocks.recalculateHidden(blocker, blocked))
        case .cameBack:
            let link = try await link(of: ana)
            try await ana.post(path + "/blocks", ["member": id(ben)])
            try await leave(ben)
            try await #expect(ben.post(link, [:]).headers[.location] == path + "/lobby")
        }
    }

    /// Whether the action changes the number of the club's rows in the table.
    func grows(_ table: String, _ action: () async throws -> Void) async throws -> Bool {
        let connection = try ScriptConnection(url: site.test.superuserURL)
        func count() throws -> String? {
            try connection.rows("SELECT count(*)::text FROM \(table) WHERE club_id = $1::bigint", ["\(tenant)"])[0][0]
        }
        let before = try count()
        try await action()
        return try count() != before
    }

    func challenge(_ one: Visitor, _ other: Visitor, _ terms: [String: String] = [:]) async throws {
        try await one.post(path + "/challenges", ["member": id(other)].merging(terms) { $1 })
    }

    /// The address at which the person accepts their challenge.
    func acceptance(of person: Visitor) async throws -> String {
        String(try #require(try await person.get(path + "/lobby").text.firstMatch(of: /action="([^"]+\/acceptance)"/)).1)
    }

    /// Starts a game in which `one` plays crosses, and returns its path.
    func game(_ one: Visitor, _ other: Visitor, bestOf games: Int = 1) async throws -> String {
        try await challenge(one, other, ["starts": "from", "best_of": "\(games)"])
        return try #require(try await other.post(acceptance(of: other), [:]).headers[.location])
    }

    func play(_ game: String, _ moves: [(Visitor, Int)], from ply: Int = 0) async throws {
        for (index, (person, cell)) in moves.enumerated() {
            try await person.post(game + "/moves", ["cell": "\(cell)", "ply": "\(ply + index)"])
        }
    }

    func photo(of person: Visitor) async throws -> String {
        try #require(try await person.upload(path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
    }

    func conversation() async throws -> String {
        try #require(try await from.post(path + "/messages", ["member": id(to)]).headers[.location])
    }

    /// Creates a video game and returns its number.
    func title() async throws -> String {
        let path = try #require(
            try await cleo.post(path + "/library/games", ["name": "Pier Party", "is_another": "1"]).headers[.location])
        return String(path.split(separator: "/").last ?? "")
    }

    /// Creates an evening and returns its path, or "" if it was refused.
    @discardableResult
    func plan(_ title: String, by host: Visitor, with guest: Visitor) async throws -> String {
        let day = Date(timeIntervalSinceNow: 86_400).ISO8601Format().prefix(10)
        let handle = guest === ana ? "ana" : "ben"
        let fields = ["with": handle, "game": title, "day": String(day), "time": "20:00"]
        return try await host.post(path + "/library/evenings", fields).headers[.location] ?? ""
    }

    /// Whether a message of one in the room is shown to the other.
    func isHeard(in room: String) async throws -> Bool {
        try await from.post(room + "/messages", ["text": "Can you hear me?", "idempotency_key": "heard"])
        return try await to.get(room).text.contains("Can you hear me?")
    }
}

/// A way to a game, a conversation or a friendship with another member.
struct Way: Sendable {
    /// Returns whether the contact succeeded.
    typealias Attempt = @Sendable () async throws -> Bool

    var name: String
    /// The router's patterns of the forms that this way uses.
    var routes: Set<String>
    /// Whether the way is about reading. Readers' blocks are cached, and a block on another server arrives a moment later.
    var isOfReading = false
    /// Prepares the way before the two are separated, and returns the attempt that follows.
    var prepare: @Sendable (Meeting) async throws -> Attempt

    static let all = challenges + games + pairings + messages + friends + photos + riddles + evenings + talk

    private static let challenges = [
        Way(name: "challenge", routes: ["/c/:club/challenges"]) { meeting in
            { try await meeting.grows("challenges") { try await meeting.challenge(meeting.from, meeting.to) } }
        },
        Way(name: "acceptance", routes: ["/c/:club/challenges/:challenge/acceptance"]) { meeting in
            try await meeting.challenge(meeting.to, meeting.from)
            let path = try await meeting.acceptance(of: meeting.from)
            return { try await meeting.grows("games") { try await meeting.from.post(path, [:]) } }
        },
        Way(name: "challenges that cross", routes: ["/c/:club/challenges"]) { meeting in
            try await meeting.challenge(meeting.to, meeting.from)
            return { try await meeting.grows("games") { try await meeting.challenge(meeting.from, meeting.to) } }
        },
        Way(name: "rematch", routes: ["/c/:club/challenges"]) { meeting in
            let game = try await meeting.game(meeting.from, meeting.to)
            try await meeting.from.post(game + "/resignation", [:])
            let number = game.split(separator: "/").last.map(String.init) ?? ""
            return {
                try await meeting.grows("challenges") { try await meeting.challenge(meeting.from, meeting.to, ["game": number]) }
            }
        },
    ]

    private static let games = [
        Way(name: "next game of a match", routes: ["/c/:club/games/:game/moves"]) { meeting in
            let (from, to) = (meeting.from, meeting.to)
            let game = try await meeting.game(from, to, bestOf: 3)
            try await meeting.play(game, [(from, 0), (to, 3), (from, 1), (to, 4)])
            return { try await meeting.grows("games") { try await meeting.play(game, [(from, 2)], from: 4) } }
        },
        Way(
            name: "next game of a match given up",
            routes: [
                "/c/:club/games/:game/resignation", "/c/:club/games/:game/draw", "/c/:club/games/:game/draw/decline",
                "/c/:club/games/:game/claim", "/c/:club/games/:game/takeback", "/c/:club/games/:game/takeback/decline",
            ]
        ) { meeting in
            let (from, to) = (meeting.from, meeting.to)
            let game = try await meeting.game(from, to, bestOf: 3)
            try await meeting.play(game, [(from, 0), (to, 3)])
            return { try await meeting.grows("games") { try await from.post(game + "/resignation", [:]) } }
        },
        Way(name: "invitation to play", routes: ["/join/:code", "/join/:code/:play"]) { meeting in
            {
                let link = try await meeting.link(of: meeting.to)
                // A blocker who leaves no longer blocks anybody, so only Ben leaves.
                if !meeting.isByBlocker { try await meeting.leave(meeting.from) }
                let location = try await meeting.from.post(link, [:]).headers[.location] ?? ""
                return location.contains("/games/") || location.contains("/challenges/")
            }
        },
    ]

    private static let pairings = [
        Way(name: "pairing", routes: ["/c/:club/seeks"]) { meeting in
            {
                try await meeting.grows("games") {
                    for person in [meeting.to, meeting.from] { try await person.post(meeting.path + "/seeks", [:]) }
                }
            }
        },
        Way(name: "pairing looked up again", routes: ["/c/:club/seeks"]) { meeting in
            for person in [meeting.to, meeting.from] { try await person.post(meeting.path + "/seeks", [:]) }
            return {
                let again: Query<Int> = .change("UPDATE games SET started_at = now()")
                try await meeting.site.database.write(tenant: meeting.tenant, again)
                return try await meeting.from.post(meeting.path + "/seeks", [:]).headers[.location]?.contains("/games/") == true
            }
        },
        Way(name: "joining who waits", routes: ["/c/:club/seeks/:seek/game"]) { meeting in
            try await meeting.to.post(meeting.path + "/seeks", ["variant": "5x5"])
            let seek = try await meeting.site.database.read(tenant: meeting.tenant, Query<Int>.one("SELECT max(id) FROM seeks"))
            return { try await meeting.grows("games") { try await meeting.from.post("\(meeting.path)/seeks/\(seek)/game", [:]) } }
        },
        Way(name: "both waiting when one looks", routes: []) { meeting in
            {
                let people = [ID<Member>(try await meeting.id(meeting.from)), ID(try await meeting.id(meeting.to))].compactMap(\.self)
                let wait: Query<Int> = .change(
                    "INSERT INTO seeks (club_id, member_id, variant) SELECT club_id, id, '3x3' FROM members WHERE id = ANY ($1)", people)
                try await meeting.site.database.write(tenant: meeting.tenant, PresenceQueries().seen(people), wait)
                let seek = try await meeting.site.database.read(tenant: meeting.tenant, SeekQueries().seek(of: people[0]))
                let isPaired = try await meeting.grows("games") { _ = try await meeting.from.get(meeting.path + "/lobby") }
                #expect(seek?.isPartnerHere == isPaired)
                return isPaired
            }
        },
    ]

    private static let messages = [
        Way(name: "conversation", routes: ["/c/:club/messages"]) { meeting in
            {
                try await meeting.grows("conversations") {
                    try await meeting.from.post(meeting.path + "/messages", ["member": meeting.id(meeting.to)])
                }
            }
        },
        Way(name: "message", routes: ["/c/:club/messages/:conversation/messages"]) { meeting in
            let path = try await meeting.conversation()
            return {
                try await meeting.grows("messages") {
                    try await meeting.from.post(path + "/messages", ["text": "Hello", "idempotency_key": "1"])
                }
            }
        },
        Way(name: "game in a message", routes: ["/c/:club/library/games/:video_game/shares"]) { meeting in
            let title = try await meeting.title()
            return {
                try await meeting.grows("messages") {
                    let form = ["member": try await meeting.id(meeting.to)]
                    try await meeting.from.post(meeting.path + "/library/games/\(title)/shares", form)
                }
            }
        },
        Way(name: "photo in a message", routes: ["/c/:club/messages/:conversation/photos"]) { meeting in
            let path = try await meeting.conversation()
            return {
                try await meeting.grows("messages") {
                    _ = try await meeting.from.upload(path + "/photos", ["idempotency_key": "1"], [("a.gif", Images.gif)])
                }
            }
        },
    ]

    private static let friends = [
        Way(name: "following", routes: ["/c/:club/follows"]) { meeting in
            {
                try await meeting.grows("follows") {
                    try await meeting.from.post(meeting.path + "/follows", ["member": meeting.id(meeting.to)])
                }
            }
        },
        Way(name: "friendship", routes: ["/c/:club/follows"]) { meeting in
            try await meeting.to.post(meeting.path + "/follows", ["member": meeting.id(meeting.from)])
            return {
                try await meeting.grows("notices") {
                    try await meeting.from.post(meeting.path + "/follows", ["member": meeting.id(meeting.to)])
                }
            }
        },
    ]

    private static let photos = [
        Way(name: "comment", routes: ["/c/:club/photos/:photo/messages"]) { meeting in
            let photo = try await meeting.photo(of: meeting.to)
            return {
                try await meeting.grows("messages") {
                    try await meeting.from.post(photo + "/messages", ["text": "Nice", "idempotency_key": "1"])
                }
            }
        },
        Way(name: "notice of a comment under another's photo", routes: ["/c/:club/photos/:photo/messages"]) { meeting in
            let photo = try await meeting.photo(of: meeting.cleo)
            return {
                // Both comments share one notice for Cleo, so a new notice can only be for the author of the first comment.
                try await meeting.to.post(photo + "/messages", ["text": "First", "idempotency_key": "1"])
                return try await meeting.grows("notices") {
                    try await meeting.from.post(photo + "/messages", ["text": "Second", "idempotency_key": "2"])
                }
            }
        },
        Way(name: "like", routes: ["/c/:club/photos/:photo/like"]) { meeting in
            let photo = try await meeting.photo(of: meeting.to)
            return { try await meeting.grows("likes") { try await meeting.from.post(photo + "/like", [:]) } }
        },
    ]

    private static let riddles = [
        Way(name: "riddle", routes: ["/c/:club/riddles"]) { meeting in
            {
                try await meeting.grows("riddles") {
                    _ = try await meeting.from.make(.cats, to: [meeting.id(meeting.to)], in: meeting.path)
                }
            }
        },
        Way(name: "answer to a riddle", routes: ["/c/:club/riddles/:riddle/answers"]) { meeting in
            let riddle = try await meeting.to.send(.cats, to: [meeting.id(meeting.from)], in: meeting.path)
            return { try await meeting.grows("riddle_answers") { try await meeting.from.post(riddle + "/answers", ["text": "Cats"]) } }
        },
        Way(name: "answer to a riddle for all", routes: ["/c/:club/riddles/:riddle/answers"]) { meeting in
            let riddle = try await meeting.to.send(.cats, in: meeting.path)
            return { try await meeting.grows("riddle_answers") { try await meeting.from.post(riddle + "/answers", ["text": "Cats"]) } }
        },
        Way(name: "notice of a verdict", routes: ["/c/:club/riddles/:riddle/verdict"]) { meeting in
            let riddle = try await meeting.from.send(.cats, to: [meeting.id(meeting.to)], in: meeting.path)
            try await meeting.to.post(riddle + "/answers", ["text": "Cats"])
            let handle = meeting.isByBlocker ? "ben" : "ana"
            return {
                try await meeting.grows("notices") {
                    try await meeting.from.post(riddle + "/verdict", ["member": handle, "number": "1", "verdict": "right"])
                }
            }
        },
        Way(name: "reminder of a riddle", routes: ["/c/:club/riddles/:riddle/nudge"]) { meeting in
            let riddle = try await meeting.to.send(.cats, to: [meeting.id(meeting.from)], in: meeting.path)
            try await meeting.from.post(riddle + "/answers", ["text": "Cats"])
            return { try await meeting.grows("notices") { try await meeting.from.post(riddle + "/nudge", [:]) } }
        },
        Way(name: "riddle by a link", routes: ["/riddle/:invitation/:riddle_code"]) { meeting in
            let riddle = try await meeting.to.send(.cats, in: meeting.path, ["audience": "link"])
            let link = try await meeting.to.riddleLink(riddle)
            return { try await meeting.grows("riddle_plays") { try await meeting.from.post(link, [:]) } }
        },
    ]

    private static let evenings = [
        Way(name: "evening of games", routes: ["/c/:club/library/evenings"]) { meeting in
            let title = try await meeting.title()
            return { try await meeting.grows("evenings") { try await meeting.plan(title, by: meeting.from, with: meeting.to) } }
        },
        Way(name: "notice of an answer", routes: ["/c/:club/library/evenings/:evening/answer"]) { meeting in
            let evening = try await meeting.plan(meeting.title(), by: meeting.to, with: meeting.from)
            return { try await meeting.grows("notices") { try await meeting.from.post(evening + "/answer", ["comes": "yes"]) } }
        },
        Way(
            name: "notice of an evening called off",
            routes: ["/c/:club/library/evenings/:evening/removal", "/c/:club/library/evenings/:evening/end"]
        ) { meeting in
            let evening = try await meeting.plan(meeting.title(), by: meeting.from, with: meeting.to)
            return { try await meeting.grows("notices") { try await meeting.from.post(evening + "/removal", [:]) } }
        },
    ]

    private static let talk = [
        Way(name: "talk in the lobby", routes: ["/c/:club/lobby/messages"], isOfReading: true) { meeting in
            { try await meeting.isHeard(in: meeting.path + "/lobby") }
        },
        Way(name: "talk at a board", routes: ["/c/:club/games/:game/messages"], isOfReading: true) { meeting in
            let game = try await meeting.game(meeting.to, meeting.cleo)
            return { try await meeting.isHeard(in: game) }
        },
        Way(name: "talk under another's photo", routes: ["/c/:club/photos/:photo/messages"], isOfReading: true) { meeting in
            let photo = try await meeting.photo(of: meeting.cleo)
            return { try await meeting.isHeard(in: photo) }
        },
        Way(name: "talk about a riddle", routes: ["/c/:club/riddles/:riddle/messages"], isOfReading: true) { meeting in
            let riddle = try await meeting.cleo.send(.cats, in: meeting.path)
            for person in [meeting.from, meeting.to] { try await person.post(riddle + "/answers", ["text": "Raining cats"]) }
            return { try await meeting.isHeard(in: riddle) }
        },
        Way(name: "talk about a ride", routes: ["/c/:club/rides/:ride/messages"], isOfReading: true) { meeting in
            let park = try #require(
                try await meeting.cleo.post(meeting.path + "/parks", ["name": "Salt Park", "time_zone": "UTC"]).headers[.location])
            let ride = try #require(
                try await meeting.cleo.post(park + "/rides", ["name": "Tidal Wave", "kind": "coaster"]).headers[.location])
            return { try await meeting.isHeard(in: ride) }
        },
        Way(name: "talk about a title", routes: ["/c/:club/library/games/:video_game/messages"], isOfReading: true) { meeting in
            let title = try #require(
                try await meeting.cleo.post(meeting.path + "/library/games", ["name": "Salt Harbour", "is_another": "1"]).headers[
                    .location])
            return { try await meeting.isHeard(in: title) }
        },
    ]
}
