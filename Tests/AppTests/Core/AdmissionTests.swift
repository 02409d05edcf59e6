import HTTPTypes
import Testing

@testable import App

struct AdmissionTests {
    /// One at once, three in line; `standing` decides when a line is one that stands.
    private func limits(standing: Duration) -> Admission.Limits {
        Admission.Limits(atOnce: 1, line: 3, burstPatience: .seconds(60), patience: .milliseconds(20), standing: standing)
    }

    @Test func aBurstWaitsInLineAndIsServedInOrder() async throws {
        let admission = Admission(limits: limits(standing: .seconds(60)))
        #expect(await admission.enter())
        let order = Locked<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3 {
                group.addTask {
                    #expect(await admission.enter())
                    order.value.append(number)
                    admission.leave()
                }
                try await #expect(eventually { admission.status.waiting == number + 1 })
            }
            admission.leave()
            try await group.waitForAll()
        }
        #expect(order.value == [0, 1, 2] && admission.status.working == 0 && admission.status.refused == 0)
    }

    @Test func aLineThatStandsIsRefused() async throws {
        let admission = Admission(limits: limits(standing: .milliseconds(100)))
        #expect(await admission.enter())
        let start = ContinuousClock.now
        #expect(await !admission.enter())
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(admission.status.refused == 1 && admission.status.working == 1)
        // As soon as there is room everything is as before.
        admission.leave()
        #expect(await admission.enter())
    }

    @Test func aLineThatIsTooLongIsRefusedAtOnce() async throws {
        let admission = Admission(limits: limits(standing: .seconds(60)))
        #expect(await admission.enter())
        async let waiting: [Bool] = withTaskGroup(of: Bool.self) { group in
            for _ in 0..<3 { group.addTask { await admission.enter() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        try await #expect(eventually { admission.status.waiting == 3 })
        #expect(await !admission.enter())
        for _ in 0..<4 { admission.leave() }
        #expect(await waiting == [true, true, true])
    }

    @Test func whoeverWaitsForNewsLeavesTheirPlaceAndGetsOneBack() async throws {
        let admission = Admission(limits: limits(standing: .milliseconds(100)))
        #expect(await admission.enter())
        let (news, arrival) = AsyncStream.makeStream(of: Void.self)
        async let back: Void = admission.outside { for await _ in news {} }
        try await #expect(eventually { admission.status.working == 0 })
        #expect(await admission.enter())
        arrival.finish()
        try await #expect(eventually { admission.status.returning == 1 })
        // Longer than anybody new would have waited.
        try await Task.sleep(for: .milliseconds(200))
        admission.leave()
        await back
        #expect(admission.status.working == 1 && admission.status.returning == 0)
    }

    @Test func aBusyServerSaysSoAtOnceAndServesAgainWhenThereIsRoom() async throws {
        try await TestSite.open(change: { $0.workingRequests = 4 }) { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let admission = site.server.services.admission
            for _ in 0..<4 { #expect(await admission.enter()) }
            let page = try await x.get(game)
            #expect(page.status == .serviceUnavailable && page.text.contains("crowded") && page.text.contains("http-equiv=\"refresh\""))
            #expect(page.headers[.retryAfter].flatMap { Int($0) }.map { (2...5).contains($0) } == true)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            let form = try await x.post(game + "/lines", ["text": "hello", "nonce": "1"])
            #expect(form.status == .serviceUnavailable && form.text.contains("Nothing was changed") && !form.text.contains("http-equiv"))
            let poll = try await x.get(game + "/live", [.prefer: "wait=25"])
            #expect(poll.status == .serviceUnavailable && poll.headers[.retryAfter] != nil && !poll.text.contains("<"))
            for path in ["/healthz", "/readyz", "/favicon.svg"] { try await #expect(x.get(path).status == .ok, "\(path)") }
            for _ in 0..<4 { admission.leave() }
            let again = try await x.get(game)
            #expect(again.status == .ok && !again.text.contains(">hello<"))
        }
    }

    @Test func heldPollsAreNoLoad() async throws {
        try await TestSite.open(change: { $0.workingRequests = 4 }) { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            let tag = try #require(try await o.get(game + "/live").headers[.eTag])
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<10 { group.addTask { try await o.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"]).status } }
                try await #expect(eventually { site.server.services.live.heldCount == 10 })
                try await #expect(x.get(game).status == .ok)
                try await x.post(game + "/moves", ["cell": "4", "ply": "0"])
                for try await status in group { #expect(status == .ok) }
            }
        }
    }

    @Test func oneSessionHoldsSoManyPollsAndNoMore() async throws {
        try await TestSite.open(change: { $0.heldPollsPerSession = 2 }) { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            let tag = try #require(try await o.get(game + "/live").headers[.eTag])
            let other = try #require(try await x.get(game + "/live").headers[.eTag])
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<2 { group.addTask { try await o.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"]).status } }
                try await #expect(eventually { site.server.services.live.heldCount == 2 })
                let third = try await o.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"])
                #expect(third.status == .notModified && third.headers[.retryAfter] == "5")
                group.addTask { try await x.get(game + "/live", [.ifNoneMatch: other, .prefer: "wait=20"]).status }
                try await #expect(eventually { site.server.services.live.heldCount == 3 })
                site.server.services.live.close()
                try await group.waitForAll()
            }
        }
    }
}

extension AdmissionTests {
    @Test func theDoorClosesWhenTooManyHaveBeenInsideForAWhile() {
        let limits = Admission.Limits(atOnce: 4, standing: .milliseconds(100))
        let admission = Admission(limits: limits)
        func isRefused(_ milliseconds: UInt64) -> Bool { admission.refusesAtTheDoor(at: 1_000_000_000 + milliseconds * 1_000_000) }
        for _ in 0..<6 { admission.came() }
        // A burst may come in, up to ten times as many.
        #expect(!isRefused(0) && !isRefused(100) && isRefused(101))
        admission.went(2)
        #expect(!isRefused(102), "room for one more of those who keep everybody busy")
        admission.went(3)
        #expect(!isRefused(103))
        for _ in 0..<38 { admission.came() }
        #expect(!isRefused(104), "a new burst")
        admission.came()
        #expect(isRefused(105))
        admission.went(40)
        #expect(!isRefused(106) && admission.status.refused == 2)
    }

    @Test func whoeverIsInsideIsCountedAndLeavesNothingBehind() async throws {
        try await TestSite.open { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            let tag = try #require(try await o.get(game + "/live").headers[.eTag])
            let admission = site.server.services.admission
            async let held = o.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"])
            try await #expect(eventually { site.server.services.live.heldCount == 1 && admission.insideCount == 0 })
            // Also when a client goes away in the middle.
            for _ in 0..<5 {
                let client = try RawClient(site.address)
                await client.send(["GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"])
            }
            site.server.services.live.close()
            _ = try await held
            _ = try await x.get(game)
            try await #expect(eventually { admission.insideCount == 0 && admission.status.working == 0 })
        }
    }

    @Test func whatTheDoorSaysIsAWholeAnswer() async throws {
        try await TestSite.open(change: { $0.workingRequests = 4 }) { site in
            let admission = site.server.services.admission
            for _ in 0..<40 { admission.came() }
            let client = try RawClient(site.address)
            let request = "GET /login HTTP/1.1\r\nHost: a\r\n\r\n"
            let answer = await client.ask(request + request) { $0.matches(of: /<\/html>/).count == 2 }
            #expect(answer.statuses == [503, 503] && answer.text.contains("Content-Security-Policy: ") && !answer.isClosed)
            try await #expect(site.visitor().get("/healthz").status == .ok)
            let poll = try await site.visitor().get("/login", [.prefer: "wait=25"])
            #expect(poll.status == .serviceUnavailable && !poll.text.contains("<") && poll.headers[.retryAfter] != nil)
            admission.went(40)
            #expect(await client.ask(request) { $0.contains("</html>") }.statuses == [200])
        }
    }
}
