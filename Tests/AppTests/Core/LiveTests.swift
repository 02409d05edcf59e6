import HTTPTypes
import NIOCore
import NIOEmbedded
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct LiveTests {
    private func poll(_ visitor: Visitor, _ path: String, tag: String?, wait: Int? = nil) async throws -> Visitor.Answer {
        var headers = HTTPFields()
        headers[.ifNoneMatch] = tag
        headers[.prefer] = wait.map { "wait=\($0)" }
        return try await visitor.get(path, headers)
    }

    @Test func `an unchanged poll needs no SQL`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let first = try await poll(x, game + "/live", tag: nil)
            let tag = try #require(first.headers[.eTag])
            let count = try await site.roundTrips {
                let again = try await poll(x, game + "/live", tag: tag)
                #expect(again.status == .notModified && again.text.isEmpty && again.headers[.eTag] == tag)
            }
            #expect(count == 0)
        }
    }

    /// The poll may be held for longer than the test's client waits, so that only the move can end it.
    @Test func `the opponent's move ends a held poll`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            let page = try await o.get(game).text
            let tag = String(
                try #require(page.firstMatch(of: /data-etag="([^"]+)"/)).1.replacing("&#34;", with: "\"").replacing("&quot;", with: "\""))
            async let held = poll(o, game + "/live", tag: tag, wait: 600)
            try await #expect(eventually { site.server.services.live.heldCount == 1 })
            try await x.post(game + "/moves", ["cell": "4", "ply": "0"])
            let answer = try await held
            #expect(answer.status == .ok && answer.text.contains("played centre. Your turn."))
            #expect(site.server.services.live.heldCount == 0)
        }
    }

    @Test func `polls that wake for the same change share one query`() async throws {
        try await TestSite.open(change: { ($0.holdSeconds, $0.heldPollsPerSession) = (600, 100) }) { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            let tag = try await poll(o, game + "/live", tag: nil).headers[.eTag]
            // A later write of presence would also end the polls.
            await site.server.services.presence.flush()
            try await withThrowingTaskGroup(of: Visitor.Answer.self) { group in
                for _ in 0..<40 { group.addTask { try await poll(o, game + "/live", tag: tag, wait: 600) } }
                try await #expect(eventually { site.server.services.live.heldCount == 40 })
                let before = site.database.metrics.roundTrips
                try await x.post(game + "/moves", ["cell": "4", "ply": "0"])
                for try await answer in group { #expect(answer.status == .ok && answer.text.contains("played centre. Your turn.")) }
                // The move itself takes some round trips. Forty separate queries would take forty.
                #expect(site.database.metrics.roundTrips - before < 15)
            }
        }
    }

    @Test func `a shared read is not reused after another change`() async throws {
        let (live, topic) = (Live(), Topic.lobby(ID(1)))
        let reads = SharedReads(live: live, lifetime: .seconds(600))
        live.change([topic])
        let first = try await reads.value(of: topic, at: live.version(of: [topic])) { "first" }
        let same = try await reads.value(of: topic, at: live.version(of: [topic])) { "second" }
        // The reader also watches another topic, which changes.
        live.change([.member(ID(2), in: ID(1))])
        let newer = try await reads.value(of: topic, at: live.version(of: [topic, .member(ID(2), in: ID(1))])) { "third" }
        #expect((first, same, newer) == ("first", "first", "third"))
    }

    @Test func `only spectators without blocks share one rendered fragment`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let club = try await site.clubOfTwo()
            let game = try await club.game().path
            var guests: [Visitor] = []
            for name in ["carmen", "dan", "eva"] { guests.append(try await site.guest(name, of: club)) }
            try await club.ana.post(game + "/messages", ["text": "First of all", "idempotency_key": "0"])
            try await guests[2].post(club.path + "/blocks", ["member": try await club.ben.member(in: club.path)])
            let readers = [club.ana] + guests
            for round in 1...3 {
                var answers: [Visitor.Answer] = []
                for reader in readers { answers.append(try await poll(reader, game + "/live", tag: nil)) }
                let held = zip(readers, answers).map { reader, answer in
                    Task { try await poll(reader, game + "/live", tag: answer.headers[.eTag], wait: 600).text }
                }
                try await #expect(eventually { site.server.services.live.heldCount == readers.count })
                try await club.ben.post(game + "/messages", ["text": "Said \(round)", "idempotency_key": "\(round)"])
                let (hers, carmens, dans) = (try await held[0].value, try await held[1].value, try await held[2].value)
                #expect(carmens == dans && carmens.contains("Said \(round)") && !carmens.contains("name=\"csrf\""))
                #expect(hers.contains("Said \(round)") && hers.contains("/removal"))
                try await club.ana.post(game + "/messages", ["text": "Hers \(round)", "idempotency_key": "a\(round)"])
                let evas = try await held[3].value
                #expect(evas.contains("Hers \(round)") && !evas.contains("Said"))
            }
        }
    }

    @Test func `spectators get a recently rendered fragment from memory`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let club = try await site.clubOfTwo()
            let game = try await club.game().path
            var guests: [Visitor] = []
            for name in ["carmen", "dan", "eva"] { guests.append(try await site.guest(name, of: club)) }
            try await guests[2].post(club.path + "/blocks", ["member": try await club.ben.member(in: club.path)])
            try await club.ana.post(game + "/messages", ["text": "Hers", "idempotency_key": "0"])
            var requests: [HTTPRequest] = []
            for reader in [club.ana, guests[0], guests[2]] { requests.append(try await answeredPoll(reader, game + "/live", site)) }
            let polls = site.server.metrics.polls
            func news(_ reader: Int) -> (HTTPResponse, ByteBuffer)? { polls.news(for: requests[reader], from: EmbeddedChannel()) }
            #expect(news(1) == nil, "nothing is new")
            let dan = guests[1]
            let tag = try await poll(dan, game + "/live", tag: nil).headers[.eTag]
            async let held = poll(dan, game + "/live", tag: tag, wait: 600)
            try await #expect(eventually { site.server.services.live.heldCount == 1 })
            try await club.ben.post(game + "/messages", ["text": "Said", "idempotency_key": "1"])
            var (dans, told) = (try await held, news(1))
            // A fragment is kept for one second. If a slow machine took longer, reading it again keeps it again.
            for _ in 1...5 where told == nil { (dans, told) = (try await poll(dan, game + "/live", tag: tag), news(1)) }
            let (head, body) = try #require(told)
            #expect(String(buffer: body) == dans.text && dans.text.contains("Said"))
            for name: HTTPField.Name in [.contentType, .cacheControl, .vary, .contentLength, .preferenceApplied] {
                #expect(head.headerFields[name] == dans.headers[name], "\(name)")
            }
            #expect(news(0) == nil && news(2) == nil, "whoever wrote some of it, and whoever does not see all of it")
            requests[1].headerFields[.ifNoneMatch] = head.headerFields[.eTag]
            #expect(isAnswered(requests[1], site), "the tag says what has been shown")
            try await club.ben.post(game + "/resignation", [:])
            #expect(news(1) == nil, "the board is new, too")
        }
    }

    /// The request takes no task and no place among the working requests.
    @Test func `an unchanged poll is answered without a task`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let lobby = String(try #require(game.firstMatch(of: /.*(?=\/games)/)).0) + "/lobby"
            for path in [game, lobby] {
                var (tag, request) = ("", HTTPRequest(method: .get, scheme: "http", authority: "a", path: path + "/live"))
                request.headerFields = [.cookie: "session=\(x.sessionToken)"]
                // Presence that is written meanwhile changes the fragment.
                for _ in 0..<100 where tag.isEmpty || !isAnswered(request, site) {
                    tag = try #require(try await poll(x, path + "/live", tag: nil).headers[.eTag])
                    request.headerFields[.ifNoneMatch] = tag
                }
                #expect(isAnswered(request, site), "\(path)")
                request.headerFields[.ifNoneMatch] = tag.replacing(".", with: ".9", maxReplacements: 1)
                #expect(isAnswered(request, site), "a later version")
                request.headerFields[.ifNoneMatch] = "\"x" + tag.dropFirst()
                #expect(!isAnswered(request, site), "another instance's")
                request.headerFields[.ifNoneMatch] = tag
                request.headerFields[.cookie] = "session=" + String(repeating: "A", count: 43)
                #expect(!isAnswered(request, site), "an unknown session")
                request.headerFields[.cookie] = "session=\(x.sessionToken)"
                site.server.services.live.changeAll()
                #expect(!isAnswered(request, site), "something may have changed")
            }
        }
    }

    @Test func `a remembered poll ends with its session`() async throws {
        try await TestSite.open { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            var signedOut = try await answeredPoll(x, game + "/live", site)
            try await x.post("/logout", [:])
            #expect(!isAnswered(signedOut, site))
            signedOut.headerFields[.ifNoneMatch]?.replace(".", with: ".9", maxReplacements: 1)
            #expect(!isAnswered(signedOut, site), "a later version")

            let sessions = site.server.services.sessions
            let session = try #require(try await sessions.session(token: o.sessionToken))
            try await site.database.write(
                Query<Int>.change("UPDATE sessions SET expires_at = now() + interval '4 seconds' WHERE id = $1", session.id))
            sessions.evict(session.account)
            let expired = try await answeredPoll(o, game + "/live", site)
            try await #expect(eventually { !isAnswered(expired, site) })
        }
    }

    @Test func `unknown sessions do not change remembered polls`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            var polled = try await answeredPoll(x, game + "/live", site)
            let (sessions, unknown) = (site.server.services.sessions, String(repeating: "A", count: 43))
            let forgotten = sessions.evictionCount
            let request = "GET /account HTTP/1.1\r\nHost: a\r\nCookie: session=\(unknown)\r\n\r\n"
            let answer = await (try RawClient(site.address)).ask(request) { $0.contains("\r\n\r\n") }
            #expect(answer.statuses == [303] && sessions.evictionCount == forgotten)
            #expect(isAnswered(polled, site))
            polled.path = game.replacing("/games", with: String(repeating: "/", count: 200) + "games") + "/live"
            #expect(!isAnswered(polled, site), "one address in another writing")
        }
    }

    /// A poll that is answered without a task now.
    private func answeredPoll(_ person: Visitor, _ path: String, _ site: TestSite) async throws -> HTTPRequest {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: path)
        request.headerFields = [.cookie: "session=\(person.sessionToken)"]
        // Presence that is written meanwhile changes the fragment.
        for _ in 0..<100 where request.headerFields[.ifNoneMatch] == nil || !isAnswered(request, site) {
            request.headerFields[.ifNoneMatch] = try await poll(person, path, tag: nil).headers[.eTag]
        }
        #expect(isAnswered(request, site))
        return request
    }

    private func isAnswered(_ request: HTTPRequest, _ site: TestSite) -> Bool {
        if case .isAnswered = site.server.connections.handler.receive(request, nil, from: EmbeddedChannel()) { return true }
        return false
    }

    @Test func `a change that a member cannot see keeps the poll held`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            let live = site.server.services.live
            let tag = try #require(try await poll(o, game + "/live", tag: nil).headers[.eTag])
            async let held = poll(o, game + "/live", tag: tag, wait: 600)
            try await #expect(eventually { live.heldCount == 1 })
            for round in 1...3 {
                let watched = try await Topic.member(
                    #require(ID(o.member(in: String(game.prefix(7))))), in: #require(site.server.services.clubs.club(slug: "pier")).id)
                live.change([watched])
                try await #expect(eventually { live.heldCount == 1 && live.status.ended.contains { $0 == ("changed", round) } })
            }
            try await x.post(game + "/moves", ["cell": "4", "ply": "0"])
            try await #expect(held.text.contains("played centre. Your turn."))
        }
    }

    @Test func `a request behind a held poll does not wait`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let tag = try #require(try await poll(x, game + "/live", tag: nil).headers[.eTag])
            let client = try RawClient(site.address)
            let fields = "Host: a\r\nCookie: session=\(x.sessionToken)\r\nIf-None-Match: \(tag)\r\nPrefer: wait=600\r\n\r\n"
            await client.send(["GET \(game)/live HTTP/1.1\r\n\(fields)"])
            try await #expect(eventually { site.server.services.live.heldCount == 1 })
            let answer = await client.ask("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") { $0.hasSuffix("ok\n") }
            #expect(answer.statuses == [304, 200])
        }
    }

    @Test func `closing the connection ends its held poll`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let tag = try #require(try await poll(x, game + "/live", tag: nil).headers[.eTag])
            let live = site.server.services.live
            var client: RawClient? = try RawClient(site.address)
            let fields = "Host: a\r\nCookie: session=\(x.sessionToken)\r\nIf-None-Match: \(tag)\r\nPrefer: wait=600\r\n"
            await client?.send(["GET \(game)/live HTTP/1.1\r\n\(fields)\r\n"])
            try await #expect(eventually { live.heldCount == 1 })
            client = nil
            try await #expect(eventually { live.heldCount == 0 })
            #expect(live.status.ended.contains { $0 == ("client gone", 1) })
            try await #expect(eventually { site.server.connections.counters.woken.load(ordering: .relaxed) == 0 })
            try await #expect(eventually { site.server.services.admission.insideCount == 0 })
        }
    }

    /// Otherwise the end of a poll would reveal that two other members write to each other.
    @Test func `the ETag of one fragment does not open another`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            let talk = try #require(
                try await club.ana.post(club.path + "/messages", ["member": try await club.ben.member(in: club.path)]).headers[.location])
            let tag = try #require(try await poll(cleo, club.path + "/lobby/live", tag: nil).headers[.eTag])
            try await #expect(poll(cleo, talk + "/live", tag: tag, wait: 600).status == .notFound)
            let (game, _, _) = try await club.game()
            try await #expect(poll(cleo, game + "/live", tag: tag, wait: 600).status == .ok)
        }
    }

    @Test func `a poll that is held without a change gets 304`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let tag = try await poll(x, game + "/live", tag: nil).headers[.eTag]
            let answer = try await poll(x, game + "/live", tag: tag, wait: 1)
            #expect(answer.status == .notModified)
        }
    }

    @Test func `a move ends polls that another instance holds`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { one in
            let (game, x, o) = try await one.clubOfTwo().game()
            let token = o.sessionToken
            try await TestSite.run(one.server.services.settings, one.test) { two in
                let there = two.visitor()
                let cookie: HTTPFields = [.cookie: "session=\(token)"]
                try await #expect(eventually { try await there.get(game + "/live", cookie).status == .ok })
                let tag = try #require(try await there.get(game + "/live", cookie).headers[.eTag])
                var headers = cookie
                headers[.ifNoneMatch] = tag
                headers[.prefer] = "wait=600"
                let polling = headers
                async let held = there.get(game + "/live", polling)
                try await #expect(eventually { two.server.services.live.heldCount == 1 })
                try await x.post(game + "/moves", ["cell": "0", "ply": "0"])
                let answer = try await held
                #expect(answer.status == .ok && answer.text.contains("played top left."))
            }
        }
    }

    @Test func `a new member is known to every instance at once`() async throws {
        try await TestSite.open { one in
            let ana = try await one.person("ana")
            let cookie: HTTPFields = [.cookie: "session=\(ana.sessionToken)"]
            try await TestSite.run(one.server.services.settings, one.test) { two in
                let there = two.visitor()
                for number in 1...10 {
                    // The other instance knows the session before Ana creates a club here.
                    _ = try await there.get("/account", cookie)
                    try await ana.post("/clubs/new", ["name": "N", "slug": "new-\(number)", "visibility": "private"])
                    try await #expect(there.get("/c/new-\(number)/lobby", cookie).status == .ok)
                }
            }
        }
    }

    @Test func `a poll with another instance's ETag is held`() async throws {
        try await TestSite.open { one in
            let (game, x, _) = try await one.clubOfTwo().game()
            let tag = try await poll(x, game + "/live", tag: nil).headers[.eTag]
            let cookie = x.sessionToken
            try await TestSite.run(one.server.services.settings, one.test) { two in
                async let held = two.visitor().get(
                    game + "/live", [.cookie: "session=\(cookie)", .ifNoneMatch: tag ?? "", .prefer: "wait=20"])
                try await #expect(eventually { two.server.services.live.heldCount == 1 })
                two.server.services.live.close()
                try await #expect(held.status == .notModified)
            }
        }
    }

    @Test func `signing out ends a held poll`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let tag = try await poll(x, game + "/live", tag: nil).headers[.eTag]
            let cookie = x.sessionToken
            async let held = site.visitor().get(
                game + "/live", [.cookie: "session=\(cookie)", .ifNoneMatch: tag ?? "", .prefer: "wait=20"])
            try await #expect(eventually { site.server.services.live.heldCount == 1 })
            try await x.post("/logout", [:])
            try await #expect(held.status == .unauthorized)
        }
    }

    @Test func `polls beyond the limit are answered at once`() async throws {
        try await TestSite.open(change: { $0.heldPolls = 0 }) { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let tag = try await poll(x, game + "/live", tag: nil).headers[.eTag]
            let answer = try await poll(x, game + "/live", tag: tag, wait: 20)
            #expect(answer.status == .notModified && answer.headers[.retryAfter] == "5")
        }
    }

    @Test func `a move can return the game's fragment`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let answer = try await x.post(game + "/moves", ["cell": "4", "ply": "0"], [.prefer: "return=representation"])
            #expect(answer.status == .ok && answer.text.contains("You played centre.") && answer.headers[.eTag] != nil)
            #expect(!answer.text.contains("<html"))
        }
    }

    @Test func `forgotten topics count as changed`() throws {
        let live = Live(limit: 10)
        let watched = Topic(name: "watched")
        live.change([watched])
        let version = live.version(of: [watched])
        for number in 0..<60_000 { live.change([Topic(name: "t\(number)")]) }
        #expect(live.version(of: [watched]) > version)
        let poll = try #require(
            Poll(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: [.prefer: "wait=5"])) { _ in })
        #expect(poll.hold { live.hold($0, Live.Wait(topics: [watched], version: version, deadline: .now + .seconds(5))) } == .changed)
    }
}
