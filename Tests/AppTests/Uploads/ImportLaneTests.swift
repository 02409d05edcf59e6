import TestSupport
import Testing

@testable import App

/// Files of rows are read a few at a time for all, and one for each account.
struct ImportLaneTests {
    private static let parks = [("parks.csv", Array("park,ride,kind\nSalt Park,Tidal Wave,coaster\n".utf8))]

    @Test func `while a file of an account is read it can send photos, but no other file of rows`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let account = try #require(try await site.server.services.sessions.session(token: club.ana.sessionToken)).account
            let (places, holder) = (site.server.services.imports.places, Holder(account: account, network: "elsewhere"))
            try await places.enter(holder)
            let refused = try await club.ana.upload(club.path + "/parks/import", [:], Self.parks)
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "60")
            #expect(refused.text.contains("Other files are being read at the moment."))
            try await #expect(club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).status == .seeOther)
            let games = [("games.csv", Array("game\nTetris\n".utf8))]
            try await #expect(club.ben.upload(club.path + "/library/import", [:], games).status == .seeOther)
            places.leave(holder)
            try await #expect(club.ana.upload(club.path + "/parks/import", [:], Self.parks).status != .tooManyRequests)
        }
    }

    @Test func `two files are read at a time for all, and a third waits`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let places = site.server.services.imports.places
            let holders = [1, 2].map { Holder(account: ID(1000 + $0), network: "elsewhere") }
            for holder in holders { try await places.enter(holder) }
            async let answer = club.ana.upload(club.path + "/parks/import", [:], Self.parks)
            try await #expect(eventually { places.lineCount == 1 })
            try #expect(site.rows("SELECT count(*) FROM parks") == ["0"])
            places.leave(holders[0])
            try await #expect(answer.status != .tooManyRequests)
            try #expect(site.rows("SELECT count(*) FROM parks") == ["1"])
            places.leave(holders[1])
        }
    }
}
