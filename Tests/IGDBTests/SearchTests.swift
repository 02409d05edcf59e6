import Foundation
import IGDBStandIn
import TestSupport
import Testing

@testable import IGDB

struct SearchTests {
    @Test func `video games are found with their details`() async throws {
        try await Scene.run { scene in
            try await scene.expectGames()
            let game = try #require(try await scene.client.search("Cloudberry Harbour").first)
            #expect(game.id == 101 && game.summary == "Boats, berries, and a lighthouse." && game.image == "co1abc")
            #expect(
                game.alternativeNames?.elements.map(\.name) == ["Hafen der Moltebeeren"]
                    && game.genres?.elements.map(\.name) == ["Simulator"])
            #expect(game.platforms?.elements.map(\.name) == ["Nintendo Switch", "Linux"] && game.totalRatingCount == 321)
            #expect(game.multiplayerModes?.elements.map(\.onlineCoopMax) == [4] && game.released == "2017-03-10")
            try await #expect(scene.client.minutes(of: [101, 102]) == [101: 600])
            try await #expect(scene.client.minutes(of: []) == [:])
            try await scene.expectGames()
            #expect(scene.standIn.count(StandIn.tokenPath) == 1)
        }
    }

    @Test func `a release date is as precise as it is known`() throws {
        for (date, format, text) in [
            (1_489_104_000, 0, "2017-03-10"), (1_489_104_000, 1, "2017-03"), (1_640_908_800, 2, "2021"), (1_640_908_800, 5, "2021"),
            (1_640_908_800, nil, "2021"), (1_489_104_000, nil, "2017-03-10"), (-1, 0, nil), (99_999_999_999, 0, nil),
        ] as [(Int, Int?, String?)] {
            let dates = format.map { #","release_dates":[{"date":\#(date),"date_format":\#($0)}]"# } ?? ""
            let json = #"{"id":1,"name":"A","first_release_date":\#(date)\#(dates)}"#
            let game = try JSONDecoder().decode(IGDBGame.self, from: Data(json.utf8))
            #expect(game.released == text, "\(date) \(format ?? -1)")
        }
    }

    @Test(arguments: [
        (#"halo"; fields *; where id = 1;"#, "halo fields where id 1"), (#"back\slash"#, "back slash"), ("a\nb\u{0}c", "a b c"),
        ("Señor Ölpest’s 2!", "Señor Ölpest’s 2!"), ("街角の灯台", "街角の灯台"), ("हिन्दी", "हिन्दी"), ("// x /* y */", "x y"), ("\"", ""),
    ]) func `search words cannot break out of the query text`(_ words: String, _ asked: String) {
        #expect(Apicalypse.sanitized(words) == asked)
    }

    @Test func `typed text cannot add clauses to the query`() async throws {
        try await Scene.run { scene in
            try await #expect(scene.client.search(#"x"; where id = 101; search ""#).isEmpty)
            let query = try #require(scene.standIn.queries.value.first)
            #expect(query.hasPrefix(#"search "x where id 101 search"; fields name,"#) && query.count { $0 == "\"" } == 2)
        }
    }

    @Test func `a cover is fetched only by a valid image name`() async throws {
        try await Scene.run { scene in
            scene.standIn.picture.value = [1, 2, 3]
            try await #expect(scene.client.cover("co1abc") == [1, 2, 3])
            #expect(scene.standIn.asked.value == ["/igdb/image/upload/t_cover_big/co1abc.jpg"])
            for name in ["../x", "co1abc.jpg?", "http://127.0.0.1/", "", "CO1", "co_1", String(repeating: "a", count: 41)] {
                await #expect(throws: IGDBFailure.self, "\(name)") { try await scene.client.cover(name) }
            }
            #expect(scene.standIn.asked.value.count == 1)
            scene.standIn.habits.value["/igdb/image/upload/t_cover_big/co1abc.jpg"] = .large(10_000_000)
            let failure = await #expect(throws: IGDBFailure.self) { try await scene.client.cover("co1abc") }
            #expect(failure?.reason == "cover: the answer is too long")
            scene.standIn.habits.value["/igdb/image/upload/t_cover_big/co1abc.jpg"] = .text("<svg/>")
            await #expect(throws: IGDBFailure.self) { try await scene.client.cover("co1abc") }
        }
    }

    /// Unless the operator names a proxy, requests go to IGDB's own hosts, through TLS and to public addresses.
    @Test func `only IGDB's own hosts are asked`() throws {
        let places = try IGDBSettings(clientID: "a", secret: "b").endpoints
        #expect(places.token.text == "https://id.twitch.tv/oauth2/token" && places.games.text == "https://api.igdb.com/v4/games")
        #expect(places.cover("co1")?.text == "https://images.igdb.com/igdb/image/upload/t_cover_big/co1.jpg")
        #expect(
            places.reach.hosts == ["id.twitch.tv", "api.igdb.com", "images.igdb.com"] && !places.reach.isInside && !places.reach.isPlain)
    }

    @Test(
        arguments: [
            ("", "b", nil), ("a", "", nil), ("a b", "c", nil), ("a", "b\nc", nil), ("a", "b", "igdb.example"),
            ("a", "b", "https://igdb.example?x"),
            ("a", "b", "ftp://igdb.example"),
        ] as [(String, String, String?)])
    func `invalid settings are refused`(_ id: String, _ secret: String, _ url: String?) {
        #expect(throws: IGDBSettingsError.self) { try IGDBSettings(clientID: id, secret: secret, url: url) }
    }
}
