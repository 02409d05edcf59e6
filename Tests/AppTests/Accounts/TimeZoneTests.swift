import Postgres
import Testing

@testable import App

struct TimeZoneTests {
    @Test func `the device sets the time zone until one is chosen`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            #expect(try await ana.get("/account").text.contains("data-device-zone=\"UTC\""))
            try await #expect(ana.post("/account/time-zone/device", ["zone": "America/New_York"]).status == .noContent)
            let page = try await ana.get("/account").text
            #expect(page.contains("data-device-zone=\"America/New_York\""))
            #expect(page.contains("<b>America/New York</b>, the same as on your device"))
            try await ana.post("/account/time-zone", ["by": "choice", "zone": "Europe/Berlin"])
            try await ana.post("/account/time-zone/device", ["zone": "Asia/Tokyo"])
            let chosen = try await ana.get("/account").text
            #expect(chosen.contains("data-zone=\"Europe/Berlin\"") && !chosen.contains("data-device-zone"))
            try await ana.post("/account/time-zone", ["by": "device", "zone": "Asia/Tokyo"])
            #expect(try await ana.get("/account").text.contains("data-device-zone=\"Europe/Berlin\""))
        }
    }

    @Test func `a renamed time zone is stored under its current name`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            try await #expect(ana.post("/account/time-zone/device", ["zone": "Asia/Calcutta"]).status == .noContent)
            #expect(try await ana.get("/account").text.contains("data-device-zone=\"Asia/Kolkata\""))
            let page = try await ana.get("/account/time-zone").text
            #expect(!page.contains("Asia/Calcutta"))
            for name in TimeZones.renamed.values { #expect(page.contains("value=\"\(name)\""), "\(name)") }
        }
    }

    @Test func `an unknown time zone of a club stays selected`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let pier = try #require(try await site.server.services.clubs.club(slug: "pier")).id
            try await site.database.write(tenant: pier.rawValue, Query<Int>.change("UPDATE clubs SET time_zone = 'Old/Place'"))
            site.server.services.clubs.evict("pier")
            try await #expect(club.ana.get(club.path + "/settings").text.contains("value=\"Old/Place\" selected"))
        }
    }

    @Test(arguments: ["Mars/Olympus", "", "US/Eastern", "posix/Europe/Berlin", "Europe/Berlin'; --", "EST5EDT", "+05:00", "europe/berlin"])
    func `an invalid time zone is refused`(zone: String) async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let answer = try await ana.post("/account/time-zone", ["by": "choice", "zone": zone])
            #expect(answer.status == .unprocessableContent && answer.text.contains("Choose a time zone from the list."))
            try await #expect(ana.post("/account/time-zone/device", ["zone": zone]).status == .unprocessableContent)
            #expect(try await ana.get("/account").text.contains("data-device-zone=\"UTC\""))
        }
    }

    @Test func `a club counts days in its own time zone`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            // A zone in which it is another day than in UTC now: 11 hours behind, or 14 hours ahead.
            let hour = try #require(Int(site.rows("SELECT extract(hour FROM now() AT TIME ZONE 'UTC')::integer")[0]))
            let zone = hour < 11 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati"
            let settings = ["name": "Pier", "visibility": "private", "hue": "15", "time_zone": zone]
            try await #expect(club.ana.post(club.path + "/settings", settings).status == .seeOther)
            try await #expect(club.ana.get(club.path + "/settings").text.contains("value=\"\(zone)\" selected"))
            let game = try await club.game()
            for (ply, (player, cell)) in [(game.x, 0), (game.o, 3), (game.x, 1), (game.o, 4), (game.x, 2)].enumerated() {
                try await player.post(game.path + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            let pier = try #require(try await site.server.services.clubs.club(slug: "pier")).id
            let isToday = try await site.database.read(
                tenant: pier.rawValue,
                Query<Bool>.one("SELECT bool_and(day = (now() AT TIME ZONE $1)::date) FROM rating_days", zone))
            #expect(isToday)
            var wrong = settings
            wrong["time_zone"] = "Nowhere/Land"
            let answer = try await club.ana.post(club.path + "/settings", wrong)
            #expect(answer.status == .unprocessableContent && answer.text.contains("href=\"#time_zone\""))
        }
    }
}
