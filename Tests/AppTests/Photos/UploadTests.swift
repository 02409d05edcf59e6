import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Web

/// Concurrent uploads, slow uploads, and uploads whose client disconnects.
struct UploadTests {
    /// Trusts the proxy header that names the network, and does not disconnect slow uploads.
    private func patient(_ settings: inout AppSettings) {
        settings.trustedProxies = [Network("127.0.0.1")].compactMap(\.self)
        settings.limits.uploadWindow = 3600
    }

    /// The beginning of a large upload that never ends.
    private func beginning(_ person: Visitor, _ path: String, from network: String = "10.0.0.1") -> String {
        let form =
            "--x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(SessionToken(cookie: person.sessionToken)?.formToken ?? "")\r\n"
        return "POST \(path) HTTP/1.1\r\nHost: a\r\nCookie: session=\(person.sessionToken)\r\nX-Forwarded-For: \(network)\r\n"
            + "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000000\r\n\r\n\(form)"
            + "--x\r\nContent-Disposition: form-data; name=\"photos\"; filename=\"a.jpg\"\r\n\r\n"
    }

    /// A complete upload as raw bytes.
    private func request(_ person: Visitor, _ path: String, _ file: [UInt8]) -> [UInt8] {
        let (type, body) = person.uploadForm([:], [("a.jpg", file)])
        let head =
            "POST \(path) HTTP/1.1\r\nHost: a\r\nCookie: session=\(person.sessionToken)\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(body.readableBytes)\r\nConnection: close\r\n\r\n"
        return Array(head.utf8) + Array(body.readableBytesView)
    }

    @Test func `ten accounts with slow uploads do not block others`() async throws {
        try await TestSite.open(change: patient) { site in
            let club = try await site.clubOfTwo()
            let (photos, uploads) = (club.path + "/photos", site.server.services.uploads)
            var crawlers: [RawClient] = []
            for index in 0..<10 {
                let crawler = try await site.person("crawler\(index)")
                try await crawler.post(club.invitation, [:])
                for _ in 0..<4 {
                    crawlers.append(try RawClient(site.address))
                    await crawlers.last?.send([beginning(crawler, photos)])
                }
            }
            try await #expect(eventually { uploads.places.heldCount >= 20 })
            // Neither members of another network nor of the same network are blocked.
            try await #expect(club.ana.upload(photos, [:], [("a.gif", Images.gif)], [.forwardedFor: "10.0.0.2"]).status == .seeOther)
            try await #expect(club.ben.upload(photos, [:], [("a.gif", Images.gif)], [.forwardedFor: "10.0.0.1"]).status == .seeOther)
            // The slow uploads are still connected.
            #expect(uploads.places.heldCount >= 20 && crawlers.count == 40)
        }
    }

    @Test func `slow uploads lose half of the places when others wait`() async throws {
        try await TestSite.open(change: { settings in
            patient(&settings)
            settings.uploads.places = FairSemaphore.Limits(
                count: 4, perNetwork: 4, perAccount: 4, secondPlaceBelow: 2, maxWaiting: 10, maxWait: .seconds(30))
            (settings.uploads.slowWindow, settings.uploads.checkInterval) = (1000, 50)
        }) { site in
            let club = try await site.clubOfTwo()
            let (photos, uploads) = (club.path + "/photos", site.server.services.uploads)
            var people: [Visitor] = []
            for index in 0..<4 {
                people.append(try await site.person("crawler\(index)"))
                try await people[index].post(club.invitation, [:])
            }
            var crawlers: [RawClient] = []
            for (index, person) in people.enumerated() {
                crawlers.append(try RawClient(site.address))
                await crawlers[index].send([beginning(person, photos, from: index < 3 ? "10.0.0.1" : "10.0.0.2")])
            }
            try await #expect(eventually { uploads.places.heldCount == 4 })
            try await #expect(club.ben.upload(photos, [:], [("a.gif", Images.gif)]).status == .seeOther)
            try await #expect(eventually { uploads.places.heldCount == 2 })
            let clients = crawlers
            let refused = await withTaskGroup(of: (index: Int, statuses: [Int]).self) { group in
                for (index, crawler) in clients.enumerated() {
                    group.addTask { (index, await crawler.read { $0.contains("</html>") }.statuses) }
                }
                var refused: [Int] = []
                for _ in 0..<2 {
                    if let answer = await group.next(), answer.statuses == [408] { refused.append(answer.index) }
                }
                #expect(uploads.places.heldCount == 2)
                // The other uploads get an answer only when they can send nothing more.
                for client in clients { client.endSending() }
                return refused
            }
            // The refused uploads come from the network that has the most.
            #expect(refused.count == 2 && !refused.contains(3))
        }
    }

    @Test func `uploads below the minimum speed are disconnected, steady ones are not`() async throws {
        let clock = MovableClock()
        try await TestSite.open(change: { settings in
            settings.judgesSlowClients(by: clock)
            (settings.limits.uploadWindow, settings.limits.uploadBytesPerSecond) = (1, 8000)
        }) { site in
            let club = try await site.clubOfTwo()
            let photos = club.path + "/photos"
            let counters = site.server.connections.counters
            // A fast start does not excuse a slow rest.
            let crawler = try RawClient(site.address)
            await crawler.send([beginning(club.ana, photos), String(repeating: "x", count: 200_000)])
            let answer = try await site.whileTimePasses(clock, each: { await crawler.send(["x"]) }) { await crawler.read() }
            #expect(answer.statuses == [408] && counters.count(of: .body) == 1)
            // 20 KB a second for five seconds is fast enough.
            let walker = try RawClient(site.address)
            await walker.send([beginning(club.ben, photos)])
            for _ in 0..<100 {
                let before = counters.bodyBytes.load(ordering: .relaxed)
                try await #require(walker.send([String(repeating: "x", count: 1000)]))
                try await #require(eventually { counters.bodyBytes.load(ordering: .relaxed) >= before + 1000 })
                clock.advance(by: .milliseconds(50))
            }
            #expect(await walker.read(seconds: 0.1).text.isEmpty && counters.count(of: .body) == 1)
        }
    }

    @Test func `waiting for a place does not count as slow`() async throws {
        let clock = MovableClock()
        try await TestSite.open(change: { settings in
            settings.judgesSlowClients(by: clock)
            (settings.limits.uploadWindow, settings.limits.uploadBytesPerSecond) = (2, 1000)
            settings.uploads.places.count = 1
            settings.uploads.slowWindow = 600_000
        }) { site in
            let club = try await site.clubOfTwo()
            let (photos, uploads) = (club.path + "/photos", site.server.services.uploads)
            var first: RawClient? = try RawClient(site.address)
            await first?.send([beginning(club.ana, photos)])
            try await #expect(eventually { uploads.places.heldCount == 1 })
            async let answer = club.ben.upload(
                photos, [:], [("a.jpg", Images.progressiveJPEG(side: 2400, scans: 2) + Array(repeating: 0, count: 1 << 20))])
            try await #expect(eventually { uploads.places.waitingCount == 1 })
            let counters = site.server.connections.counters
            for _ in 0..<20 {
                let before = counters.bodyBytes.load(ordering: .relaxed)
                await first?.send([String(repeating: "x", count: 4000)])
                try await #require(eventually { counters.bodyBytes.load(ordering: .relaxed) >= before + 4000 })
                clock.advance(by: .milliseconds(400))
            }
            #expect(uploads.places.waitingCount == 1)
            first = nil
            try await #expect(answer.status == .seeOther)
        }
    }

    /// The limit is one second of work, and the picture takes several seconds on any machine.
    @Test func `a JPEG with thousands of scans is refused`() async throws {
        try await TestSite.open(change: { $0.uploads.secondsOfWork = 1 }) { site in
            let club = try await site.clubOfTwo()
            let answer = try await club.ana.upload(
                club.path + "/photos", [:], [("a.jpg", Images.progressiveJPEG(side: 7000, scans: 4000))])
            #expect(answer.status == .unprocessableContent && answer.text.contains("takes too long to read"))
            let few = try await club.ana.upload(club.path + "/photos", [:], [("a.jpg", Images.progressiveJPEG(side: 1000, scans: 10))])
            #expect(few.status == .seeOther)
        }
    }

    @Test(arguments: [true, false])
    func `processing stops when the client disconnects`(byReset: Bool) async throws {
        try await TestSite.open(change: { $0.uploads.secondsOfWork = 60 }) { site in
            let club = try await site.clubOfTwo()
            let services = site.server.services
            var client: RawClient? = try RawClient(site.address)
            if byReset { client?.resetAtEnd() }
            await client?.send([request(club.ana, club.path + "/photos", Images.progressiveJPEG(side: 7000, scans: 6000))])
            try await #expect(eventually { services.pictures.places.heldCount == 1 })
            client = nil
            try await #expect(eventually { services.pictures.places.heldCount == 0 && services.uploads.places.heldCount == 0 })
        }
    }

    @Test func `a client that closes only its sending side is answered`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let client = try RawClient(site.address)
            await client.send([request(club.ana, club.path + "/photos", try Images.jpeg(width: 2000, height: 2000))])
            client.endSending()
            let answer = await client.read()
            #expect(answer.statuses.last == 303 && answer.isClosed)
        }
    }
}
