import Foundation
import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

/// The picture that an account brings into its clubs.
struct AccountPictureTests {
    private func avatar(_ person: Visitor, in path: String, _ site: TestSite) async throws -> String? {
        let tenant = try #require(try await site.server.services.clubs.club(slug: String(path.dropFirst(3)))).id.rawValue
        let member = try #require(ID<Member>(try await person.member(in: path)))
        let photo = try await site.database.read(tenant: tenant, ClubDirectoryQueries().person(member))?.photo
        return photo.map { "\(path)/photos/\($0)" }
    }

    @Test func `a provider's picture is fetched only on request`() async throws {
        try await MockProvider.open { site, mock, _ in
            mock.person.value.hasPicture = true
            try await site.visitor().arrive(as: "annie")
            #expect(!mock.asked.value.contains("picture"))
            try await #expect(site.database.read(Query<Int>.one("SELECT count(*) FROM account_pictures")) == 0)
            mock.person.value.subject = "ben-1"
            let ben = site.visitor()
            _ = try await ben.travel("/login/mock")
            try await #expect(ben.get("/welcome").text.contains("Use my picture from Mock &amp; Co"))
            try await #expect(
                ben.upload("/welcome", ["username": "benny", "display_name": "Ben", "use_picture": "1"], []).status == .seeOther)
            #expect(mock.asked.value.contains("picture"))
            let page = try await ben.get("/account/picture").text
            let file = try #require(page.firstMatch(of: /src="(\/account\/picture\/small[^"]*)"/)).1
            try await #expect(ben.get(String(file)).headers[.contentType] == "image/webp")
        }
    }

    @Test func `an unreadable picture is refused and keeps what was typed`() async throws {
        try await MockProvider.open { site, mock, _ in
            mock.person.value.hasPicture = true
            mock.picture.value = Array("no picture".utf8)
            let ana = site.visitor()
            _ = try await ana.travel("/login/mock")
            let fields = ["username": "annie", "display_name": "Annie the First"]
            let provided = try await ana.upload("/welcome", fields.merging(["use_picture": "1"]) { $1 }, [])
            let sent = try await ana.upload("/welcome", fields, [("a.gif", Array("no picture".utf8))])
            for answer in [provided, sent] {
                #expect(answer.status == .unprocessableContent && answer.text.contains("We cannot read that picture"))
                #expect(answer.text.contains("Annie the First"))
            }
            try await #expect(ana.upload("/welcome", fields, [("a.gif", Images.gif)]).status == .seeOther)
        }
    }

    @Test func `the account's picture is used in clubs that are joined later`() async throws {
        try await TestSite.open { site in
            let before = try await site.clubOfTwo()
            try await #expect(before.ben.upload("/account/picture", [:], [("a.gif", Images.gif)]).headers[.location] == "/account/picture")
            try await #expect(avatar(before.ben, in: before.path, site) == nil)
            for slug in ["mole", "wharf"] {
                try await before.ana.post("/clubs/new", ["name": slug, "slug": slug, "visibility": "public"])
                try await before.ben.post("/c/\(slug)/members", [:])
            }
            let photo = try #require(try await avatar(before.ben, in: "/c/mole", site))
            for size in ["large", "small", "avatar"] {
                try await #expect(before.ana.get("\(photo)/\(size)").headers[.contentType] == "image/webp")
            }
            // A member can remove it in one club.
            try await before.ben.post(photo + "/removal", [:])
            try await #expect(avatar(before.ben, in: "/c/mole", site) == nil)
            try await #expect(avatar(before.ben, in: "/c/wharf", site) != nil)
            // A club that the member founds uses it, too.
            try await before.ben.post("/clubs/new", ["name": "own", "slug": "own", "visibility": "public"])
            try await #expect(avatar(before.ben, in: "/c/own", site) != nil)
            try await before.ben.post("/account/picture/removal", [:])
            try await before.ben.post("/clubs/new", ["name": "last", "slug": "last", "visibility": "public"])
            try await #expect(avatar(before.ben, in: "/c/last", site) == nil)
        }
    }

    @Test func `a full club does not copy the account's picture`() async throws {
        try await TestSite.open(change: { $0.clubPhotoMegabytes = 0 }) { site in
            let ana = try await site.person("ana")
            _ = try await ana.upload("/account/picture", [:], [("a.gif", Images.gif)])
            try await #expect(ana.post("/clubs/new", ["name": "own", "slug": "own", "visibility": "public"]).status == .seeOther)
            try await #expect(avatar(ana, in: "/c/own", site) == nil)
        }
    }

    @Test func `an account's picture is private to the account`() async throws {
        try await TestSite.open { site in
            let (ana, ben) = (try await site.person("ana"), try await site.person("ben"))
            _ = try await ana.upload("/account/picture", [:], [("a.gif", Images.gif)])
            try await #expect(ben.get("/account/picture/small").status == .notFound)
            try await #expect(site.visitor().get("/account/picture/small").status == .seeOther)
            let foreign = try await ben.upload("/account/picture", ["csrf": "guess"], [("a.gif", Images.gif)])
            #expect(foreign.status == .forbidden)
            let empty = try await ben.upload("/account/picture", [:], [])
            #expect(empty.status == .unprocessableContent && empty.text.contains("Choose a picture first"))
        }
    }
}
