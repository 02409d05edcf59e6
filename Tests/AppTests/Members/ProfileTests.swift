import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct ProfileTests {
    @Test func `a profile shows the record and what the member wrote`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (game, x, o) = try await club.game()
            for (ply, cell) in [0, 3, 1, 4, 2].enumerated() {
                try await (ply.isMultiple(of: 2) ? x : o).post(game + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            let about = "Likes <wooden> coasters.\n🎢 and chips"
            let answer = try await club.ben.post(club.path + "/profile", ["display_name": "Ben the Bold", "about": about])
            #expect(answer.headers[.location] == club.path + "/members/ben")
            let page = try await club.ana.get(club.path + "/members/ben").text
            #expect(page.contains("Ben the Bold") && page.contains("Likes &lt;wooden&gt; coasters.\n🎢 and chips"))
            #expect(page.contains("3 by 3") && page.contains("href=\"\(game)\"") && page.contains("/challenges/new?member="))
            #expect(!page.contains("Edit your profile"))
            try await #expect(club.ben.get(club.path + "/members/ben").text.contains("Edit your profile"))
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("Ben the Bold"))
            try await #expect(club.ana.get(club.path + "/members").text.contains("href=\"\(club.path)/members/ben\""))
        }
    }

    @Test(arguments: [
        ("display_name", " "), ("display_name", "\u{2800}\u{2800}"), ("display_name", String(repeating: "x", count: 51)),
        ("about", String(repeating: "é", count: 301)),
    ])
    func `each profile field is validated`(field: String, value: String) async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            var form = ["display_name": "Ben", "about": "Hello"]
            form[field] = value
            let answer = try await club.ben.post(club.path + "/profile", form)
            #expect(answer.status == .unprocessableContent && answer.text.contains("aria-invalid"))
            try await #expect(!club.ana.get(club.path + "/members/ben").text.contains("Hello"))
        }
    }

    @Test func `profiles of blocked members and other clubs are not found`() async throws {
        try await TestSite.open { site in
            let (club, other) = (try await site.clubOfTwo(), try await site.clubOfTwo("mole", names: ("cleo", "dan")))
            for page in ["", "/friends", "/block"] {
                try await #expect(other.ana.get(other.path + "/members/ben" + page).status == .notFound, "\(page)")
                try await #expect(other.ana.get(club.path + "/members/ben" + page).status == .notFound, "\(page)")
            }
            try await #expect(site.visitor().get(club.path + "/members/ben").status == .seeOther)
            for nobody in ["nobody", "nobody/block", "ana/block"] {
                try await #expect(club.ana.get(club.path + "/members/" + nobody).status == .notFound)
            }
            try await club.ana.post(club.path + "/blocks", ["member": try await club.ben.member(in: club.path)])
            try await #expect(club.ana.get(club.path + "/members/ben").status == .notFound)
            try await #expect(club.ben.get(club.path + "/members/ana").status == .notFound)
        }
    }

    @Test func `a member's friends are shown only to their audience`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            for (one, other) in [(club.ben, cleo), (cleo, club.ben)] {
                try await one.post(club.path + "/follows", ["member": try await other.member(in: club.path)])
            }
            let path = club.path + "/members/ben/friends"
            let page = try await club.ana.get(path).text
            #expect(page.contains("One friend") && page.contains("href=\"\(club.path)/members/cleo\""))
            try await #expect(club.ben.get(path).headers[.location] == club.path + "/friends")
            try await #expect(club.ana.get(club.path + "/members/nobody/friends").status == .notFound)
            let count = try await site.roundTrips { _ = try await club.ana.get(path) }
            #expect(count == 1)
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "friends_for": "friends"])
            try await #expect(club.ana.get(path).status == .notFound)
            try await #expect(cleo.get(path).status == .ok)
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "friends_for": "club"])
            try await club.ana.post(club.path + "/blocks", ["member": try await cleo.member(in: club.path)])
            try await #expect(!club.ana.get(path).text.contains("/members/cleo\""))
        }
    }

    @Test func `a profile page takes one round trip`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await club.ana.get(club.path + "/members/ben")
            let count = try await site.roundTrips { _ = try await club.ana.get(club.path + "/members/ben") }
            #expect(count == 1)
        }
    }

    @Test func `a profile shows a last visit from years ago`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            _ = try await club.ben.get(club.path + "/lobby")
            try await #expect(eventually { try await club.ana.get(club.path + "/members/ben").text.contains("Here now") })
            try await site.database.write(
                tenant: tenant,
                Query<Int>.change(
                    "UPDATE presence SET seen_at = '2020-05-06 07:08:00+00' WHERE member_id = (SELECT id FROM members WHERE handle = 'ben')"
                ))
            try await site.server.cleanUp.turn()
            try await #expect(club.ana.get(club.path + "/members/ben").text.contains("last here\n<time datetime=\"2020-05-06T07:08:00Z\""))
        }
    }
}
