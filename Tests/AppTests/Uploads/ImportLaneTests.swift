import TestSupport
import Testing

@testable import App

struct ImportLaneTests {
    private static let parks = [("parks.csv", Array("park,ride,kind\nSalt Park,Tidal Wave,coaster\n".utf8))]

    @Test func `an account imports one file at a time but can upload photos`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let account = try #require(try await site.server.services.sessions.session(token: club.ana.sessionToken)).account
            let (places, requester) = (site.server.services.imports.places, Requester(account: account, network: "elsewhere"))
            try await places.enter(requester)
            let refused = try await club.ana.upload(club.path + "/parks/import", [:], Self.parks)
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "60")
            #expect(refused.text.contains("Other files are being read at the moment."))
            try await #expect(club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).status == .seeOther)
            let games = [("games.csv", Array("game\nTetris\n".utf8))]
            try await #expect(club.ben.upload(club.path + "/library/import", [:], games).status == .seeOther)
            places.leave(requester)
            try await #expect(club.ana.upload(club.path + "/parks/import", [:], Self.parks).status != .tooManyRequests)
        }
    }

    @Test func `the server imports two files at a time and a third waits`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let places = site.server.services.imports.places
            let holders = [1, 2].map { Requester(account: ID(1000 + $0), network: "elsewhere") }
            for requester in holders { try await places.enter(requester) }
            async let answer = club.ana.upload(club.path + "/parks/import", [:], Self.parks)
            try await #expect(eventually { places.waitingCount == 1 })
            try #expect(site.rows("SELECT count(*) FROM parks") == ["0"])
            places.leave(holders[0])
            try await #expect(answer.status != .tooManyRequests)
            try #expect(site.rows("SELECT count(*) FROM parks") == ["1"])
            places.leave(holders[1])
        }
    }
}
