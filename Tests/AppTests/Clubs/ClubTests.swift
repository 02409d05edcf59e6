import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

struct ClubTests {
    @Test func `a new club opens with its settings and an invitation`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let answer = try await ana.post("/clubs/new", ["name": "Pier & Co", "slug": "pier", "visibility": "private", "hue": "195"])
            #expect(answer.headers[.location] == "/c/pier/")
            let page = try await ana.get("/c/pier/").text
            #expect(page.contains("Pier &amp; Co") && page.contains("data-hue=\"195\"") && page.contains("/join/"))
        }
    }

    @Test(arguments: [("name", ""), ("slug", "A b"), ("slug", "-x-"), ("description", String(repeating: "x", count: 161))])
    func `an invalid club field is refused`(field: String, value: String) async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            var form = ["name": "Pier", "slug": "pier", "visibility": "public"]
            form[field] = value
            let answer = try await ana.post("/clubs/new", form)
            #expect(answer.status == .unprocessableContent)
            try await #expect(ana.get("/c/pier/").status == .notFound)
        }
    }

    @Test func `the address of a club is unique`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let form = ["name": "Pier", "slug": "pier", "visibility": "public"]
            try await ana.post("/clubs/new", form)
            let again = try await ana.post("/clubs/new", form)
            #expect(again.status == .unprocessableContent && again.text.contains("That address is taken"))
        }
    }

    @Test func `an invitation leads through registration into the club`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let carmen = site.visitor()
            try await #expect(carmen.get(club.invitation).text.contains("/register?next="))
            let registered = try await carmen.post(
                "/register",
                [
                    "username": "carmen", "email": "c@example.com", "password": "a good long one", "display_name": "Carmen",
                    "next": club.invitation,
                ])
            #expect(registered.headers[.location] == club.invitation)
            try await #expect(carmen.post(club.invitation, [:]).headers[.location] == club.path + "/lobby")
            try await #expect(carmen.post(club.invitation, [:]).headers[.location] == club.path + "/lobby")
            try await #expect(carmen.get(club.path + "/members").text.contains("Carmen"))
            let count = try await site.server.services.clubs.club(slug: "pier")?.memberCount
            #expect(count == 3)
        }
    }

    @Test func `a renewed invitation ends the old one`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await #expect(club.ben.post(club.path + "/invitation", [:]).status == .forbidden)
            try await #expect(club.ana.post(club.path + "/invitation", [:]).status == .seeOther)
            try await #expect(site.visitor().get(club.invitation).status == .notFound)
        }
    }

    @Test func `a private club is hidden from everybody else`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let eve = try await site.person("eve")
            for page in ["/", "/members", "/lobby", "/lobby/live", "/games/1"] {
                try await #expect(eve.get(club.path + page).status == .notFound, "\(page)")
            }
            try await #expect(eve.post(club.path + "/members", [:]).status == .notFound)
            try await #expect(!site.visitor().get("/").text.contains(club.path))
        }
    }

    @Test func `anybody can look at a public club and join it`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo(visibility: "public")
            let eve = try await site.person("eve")
            try await #expect(eve.get(club.path + "/").status == .ok)
            try await #expect(!eve.get(club.path + "/").text.contains("/join/"))
            try await #expect(eve.get(club.path + "/lobby").status == .forbidden)
            for page in ["/", "/members"] {
                try await #expect(!eve.get(club.path + page).text.contains("ben · joined"))
                try await #expect(club.ana.get(club.path + page).text.contains("ben · joined"))
            }
            try await eve.post(club.path + "/members", [:])
            try await #expect(eve.get(club.path + "/lobby").status == .ok)
        }
    }

    @Test func `the members page is paged by key`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let id = try #require(try await site.server.services.clubs.club(slug: "pier")).id
            let fill = try ScriptConnection(url: site.test.superuserURL)
            try fill.run(
                "INSERT INTO members (club_id, handle, display_name) SELECT \(id), 'm' || n, 'Member ' || n FROM generate_series(1, 60) n")
            let first = try await club.ana.get(club.path + "/members").text
            let next = try #require(first.firstMatch(of: /href="([^"]+\?after=\d+)"/)).1
            let second = try await club.ana.get(String(next)).text
            #expect(first.contains("Member 48<") && !first.contains("Member 49<"))
            #expect(second.contains("Member 49<") && second.contains("Member 60<"))
        }
    }

    @Test func `an invitation from the lobby leads to a game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let lobby = try await club.ana.get(club.path + "/lobby").text
            let link = String(try #require(lobby.firstMatch(of: /value="[^"]+(\/join\/[\w\-]+\/\w+)"/)).1)
            let visitor = site.visitor()
            let invitation = try await visitor.get(link).text
            #expect(invitation.contains("Ana</bdi> invites you to play") && invitation.contains(">Register and play</a>"))
            let registration = [
                "username": "carmen", "email": "c@example.com", "password": "a good long one", "display_name": "Carmen", "next": link,
            ]
            try await #expect(visitor.post("/register", registration).headers[.location] == link)
            let game = try #require(try await visitor.post(link, [:]).headers[.location])
            #expect(game.hasPrefix(club.path + "/games/"))
            try await #expect(visitor.get(game).text.contains("<title>Your turn"))
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("href=\"\(game)\""))
            // Used again, the link leads its guest to the same game, and another member to the challenge form.
            try await #expect(visitor.post(link, [:]).headers[.location] == game)
            let ana = try await club.ana.member(in: club.path)
            try await #expect(club.ben.post(link, [:]).headers[.location] == "\(club.path)/challenges/new?member=\(ana)")
            try await #expect(club.ana.get(link).text.contains("your own invitation"))
            try await #expect(club.ana.post(link, [:]).headers[.location] == club.path + "/lobby")
            try await #expect(visitor.get(club.invitation + "/999999").status == .notFound)
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let code = link.split(separator: "/").last ?? ""
            try await #expect(visitor.get("\(other.invitation)/\(code)").status == .notFound)
            // A member's number is not an invitation code.
            try await #expect(visitor.get("\(club.invitation)/\(ana)").status == .notFound)
        }
    }
}
