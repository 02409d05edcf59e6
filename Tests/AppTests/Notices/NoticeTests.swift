import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct NoticeTests {
    /// The number at the bell. Nil if nothing is new.
    private func count(_ person: Visitor, in club: ClubOfTwo, on page: String = "/members") async throws -> String? {
        try await person.get(club.path + page).text.firstMatch(of: /aria-label="Notices, (\d+) new"/).map { String($0.1) }
    }

    @Test func `the bell counts new and unanswered notices`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await #expect(count(club.ben, in: club) == nil)
            try await club.ana.post(club.path + "/challenges", ["member": ben])
            try await #expect(count(club.ben, in: club) == "1")
            try await club.ana.post(club.path + "/follows", ["member": ben])
            try await #expect(count(club.ben, in: club) == "2")
            let conversation = try #require(try await club.ana.post(club.path + "/messages", ["member": ben]).headers[.location])
            for text in ["One", "Two"] { try await club.ana.post(conversation + "/messages", ["text": text, "idempotency_key": text]) }
            // Two messages from one person count as one.
            try await #expect(count(club.ben, in: club) == "3")
            let page = try await club.ben.get(club.path + "/notices").text
            #expect(
                page.contains("challenges you") && page.contains("would like to be your friend") && page.contains("wrote you 2 messages"))
            // Opening the list does not answer what is waiting.
            try await #expect(count(club.ben, in: club) == "3")
            _ = try await club.ben.get(conversation)
            try await #expect(count(club.ben, in: club) == "2")
            try await club.ben.post(club.path + "/follows", ["member": ana])
            try await #expect(count(club.ben, in: club) == "1")
            let lobby = try await club.ben.get(club.path + "/lobby").text
            try await club.ben.post(String(try #require(lobby.firstMatch(of: /action="([^"]+\/acceptance)"/)).1), [:])
            // Ana has a new friend and an accepted challenge. It is the turn of one of the two.
            let (hers, his) = (try await count(club.ana, in: club), try await count(club.ben, in: club))
            #expect(hers == "3" && his == nil || hers == "2" && his == "1", "\(hers ?? "-") \(his ?? "-")")
            let told = try await club.ana.get(club.path + "/notices").text
            #expect(told.contains("is now your friend") && told.contains("has accepted your challenge"))
            let left = try await count(club.ana, in: club)
            #expect(left == "1" || left == nil)
        }
    }

    @Test func `comments and likes on a photo create notices`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let photo = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await club.ben.post(photo + "/like", [:])
            for text in ["First", "Second"] { try await club.ben.post(photo + "/messages", ["text": text, "idempotency_key": text]) }
            try await club.ana.post(photo + "/messages", ["text": "Thank you", "idempotency_key": "x"])
            try await #expect(count(club.ana, in: club) == "2")
            // A member who commented gets a notice of the answer.
            try await #expect(count(club.ben, in: club) == "1")
            try await #expect(
                club.ben.get(club.path + "/notices").text.contains("also commented on their photo"))
            try await club.ben.post(photo + "/like/removal", [:])
            try await #expect(count(club.ana, in: club) == "1")
            // Opening the photo marks its notices as seen.
            try await #expect(club.ana.get(photo).text.contains("aria-label=\"Notices\""))
            try await #expect(count(club.ana, in: club) == nil)
            let list = try await club.ana.get(club.path + "/notices").text
            #expect(list.contains("2 new comments") && !list.contains("is-new") && !list.contains("likes your photo"))
            try await club.ana.post(photo + "/removal", [:])
            try await #expect(club.ana.get(club.path + "/notices").text.contains("No notices yet."))
        }
    }

    @Test func `notices are updated when likes and comments are removed`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            let photo = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            for _ in 0..<5 {
                for person in [club.ben, cleo] { try await person.post(photo + "/like", [:]) }
                for person in [club.ben, cleo] { try await person.post(photo + "/like/removal", [:]) }
            }
            try await #expect(count(club.ana, in: club) == nil)
            for person in [club.ben, cleo] { try await person.post(photo + "/like", [:]) }
            try await cleo.post(photo + "/like/removal", [:])
            let list = try await club.ana.get(club.path + "/notices").text
            #expect(list.contains("<bdi>Ben</bdi> <span class=\"row-words\">likes your photo</span>") && !list.contains("others"))
            // A repeated like is not news.
            try await club.ben.post(photo + "/like/removal", [:])
            try await club.ben.post(photo + "/messages", ["text": "Oh", "idempotency_key": "1"])
            try await #expect(count(club.ana, in: club) == "1")
            let line = try #require(try await club.ben.get(photo).text.firstMatch(of: /id="message-(\d+)"/)).1
            try await cleo.post(photo + "/messages", ["text": "Ah", "idempotency_key": "2"])
            // Repeated removals count once, so the notice of Cleo's comment remains.
            for _ in 0..<3 { try await club.ben.post("\(photo)/messages/\(line)/removal", [:]) }
            try await #expect(count(club.ana, in: club) == "1")
            let other = try #require(try await cleo.get(photo).text.matches(of: /id="message-(\d+)"/).last).1
            try await cleo.post("\(photo)/messages/\(other)/removal", [:])
            try await #expect(count(club.ana, in: club) == nil)
        }
    }

    @Test func `removing a comment changes only the notices that counted it`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (cleo, dan) = (try await site.person("cleo"), try await site.person("dan"))
            for person in [cleo, dan] { try await person.post(club.invitation, [:]) }
            let photo = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            func say(_ text: String, _ person: Visitor) async throws -> String {
                try await person.post(photo + "/messages", ["text": text, "idempotency_key": text])
                return photo + "/messages/" + (try #require(try await person.get(photo).text.matches(of: /id="message-(\d+)"/).last).1)
            }
            let first = try await say("One", club.ben)
            _ = try await club.ana.get(photo)
            _ = try await say("Two", cleo)
            _ = try await say("Three", dan)
            try await #expect(count(club.ana, in: club) == "1")
            // Ana had seen the first comment before, and Cleo had never been told of it.
            try await club.ben.post(first + "/removal", [:])
            try await #expect(club.ana.get(club.path + "/notices").text.contains("2 new comments"))
            try await #expect(count(cleo, in: club) == "1")
            try await #expect(count(dan, in: club) == nil)
            // A restored comment is not news.
            _ = try await cleo.get(photo)
            try await club.ben.post(first + "/restoration", [:])
            try await #expect(count(cleo, in: club) == nil)
            // Members who are blocked or no longer see the photo get no notice.
            try await club.ana.post(photo, ["audience": "me"])
            _ = try await say("Four", club.ana)
            try await #expect(count(dan, in: club) == nil)
            try await club.ana.post(photo, ["audience": "club"])
            try await club.ana.post(club.path + "/blocks", ["member": try await dan.member(in: club.path)])
            _ = try await say("Five", club.ana)
            try await #expect(count(dan, in: club) == nil)
            try await #expect(!dan.get(club.path + "/notices").text.contains("Ana"))
            try await #expect(cleo.get(club.path + "/notices").text.contains("also commented on their photo<"))
            _ = try await say("Six", club.ben)
            _ = try await say("Seven", club.ben)
            let words = "also commented on the photo by \u{2068}Ana\u{2069} · 2 new comments"
            try await #expect(cleo.get(club.path + "/notices").text.contains(words))
        }
    }

    @Test func `a notice names only authors whose comments still exist`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (cleo, dan) = (try await site.person("cleo"), try await site.person("dan"))
            for person in [cleo, dan] { try await person.post(club.invitation, [:]) }
            let photo = try #require(try await club.ben.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            func say(_ text: String, _ person: Visitor) async throws -> String {
                try await person.post(photo + "/messages", ["text": text, "idempotency_key": text])
                return String(try #require(try await person.get(photo).text.matches(of: /id="message-(\d+)"/).last).1)
            }
            @Sendable func told(_ words: String) async throws -> Bool {
                try await club.ben.get(club.path + "/notices").text.contains(words)
            }
            _ = try await say("One", cleo)
            let second = try await say("Two", dan)
            for person in [cleo, dan] { try await person.post(photo + "/like", [:]) }
            try await #expect(count(club.ben, in: club) == "2")
            // An admin removes one comment.
            try await club.ana.post(club.path + "/reports/\(second)/removal", [:])
            try await #expect(told("<bdi>Cleo</bdi> <span class=\"row-words\">commented on your photo</span>"))
            try await #expect(told("<bdi>Dan</bdi> <span class=\"row-words\">and one other like your photo</span>"))
            // A departure removes only the former member's part of the notices.
            for (text, person) in [("Three", cleo), ("Four", dan)] { _ = try await say(text, person) }
            try await site.leave(club.path, dan)
            for words in ["commented on your photo", "likes your photo"] {
                try await #expect(eventually { try await told("<bdi>Cleo</bdi> <span class=\"row-words\">\(words)</span>") }, "\(words)")
            }
            // A block hides the notices and removes them from the count.
            _ = try await say("Five", cleo)
            try await #expect(count(club.ben, in: club) == "1")
            try await cleo.post(club.path + "/blocks", ["member": try await club.ben.member(in: club.path)])
            try await #expect(count(club.ben, in: club) == nil)
            try await #expect(!told("Cleo"))
        }
    }

    @Test func `notices that a member switched off are not shown`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            try await #expect(
                club.ben.get(club.path + "/notices/settings").text.matches(of: /\ checked/).count == NoticeSettingsPage.kinds.count)
            try await club.ben.post(club.path + "/notices/settings", ["turn": "1", "like": "1"])
            try await #expect(club.ben.get(club.path + "/notices/settings").text.matches(of: /\ checked/).count == 2)
            try await club.ana.post(club.path + "/challenges", ["member": ben])
            try await club.ana.post(club.path + "/follows", ["member": ben])
            let photo = try #require(try await club.ben.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await club.ana.post(photo + "/messages", ["text": "Oh", "idempotency_key": "x"])
            try await #expect(count(club.ben, in: club) == nil)
            try await #expect(club.ben.get(club.path + "/notices").text.contains("No notices yet."))
            try await club.ana.post(photo + "/like", [:])
            try await #expect(count(club.ben, in: club) == "1")
        }
    }

    @Test(arguments: [("accepted", "has accepted your challenge"), ("friend", "is now your friend")])
    func `challenge and friend notices follow the member's settings`(kind: String, words: String) async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await club.ana.post(club.path + "/notices/settings", [kind: "1"])
            try await club.ana.post(club.path + "/follows", ["member": ben])
            try await club.ben.post(club.path + "/follows", ["member": ana])
            try await club.ana.post(club.path + "/challenges", ["member": ben])
            let lobby = try await club.ben.get(club.path + "/lobby").text
            try await club.ben.post(String(try #require(lobby.firstMatch(of: /action="([^"]+\/acceptance)"/)).1), [:])
            try await #expect(count(club.ana, in: club) == "1")
            try await #expect(club.ana.get(club.path + "/notices").text.contains(words))
        }
    }

    @Test func `a notice is deleted after 90 days`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let photo = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await club.ben.post(photo + "/like", [:])
            try await club.ben.post(photo + "/messages", ["text": "Oh", "idempotency_key": "1"])
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            try await site.database.write(
                tenant: tenant,
                Query<Int>.change(
                    "UPDATE notices SET created_at = now() - CASE kind WHEN 'like' THEN interval '91 days' ELSE interval '89 days' END"))
            let cleanUp = site.server.cleanUp
            try await cleanUp.turn()
            let list = try await club.ana.get(club.path + "/notices").text
            #expect(!list.contains("likes your photo") && list.contains("commented on your photo"))
            #expect(cleanUp.cleared("notices") == 1)
        }
    }

    /// The poll is held for longer than the test's client waits, so only the notice can end it.
    @Test func `the bell updates by itself on a page without other changes`() async throws {
        try await TestSite.open(change: { $0.holdSeconds = 600 }) { site in
            let club = try await site.clubOfTwo()
            let page = try await club.ben.get(club.path + "/members").text
            let live = try #require(page.firstMatch(of: /data-live-url="([^"]+)"/)).1
            let tag = try await club.ben.get(String(live)).headers[.eTag]
            var headers: HTTPFields = [.prefer: "wait=600"]
            headers[.ifNoneMatch] = tag
            let polling = headers
            async let held = club.ben.get(String(live), polling)
            try await #expect(eventually { site.server.services.live.heldCount == 1 })
            try await club.ana.post(club.path + "/follows", ["member": try await club.ben.member(in: club.path)])
            let answer = try await held
            #expect(answer.status == .ok && answer.text.contains("Notices, 1 new"))
        }
    }

    @Test func `notices of another club are not counted`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            try await club.ben.post(other.invitation, [:])
            try await club.ana.post(club.path + "/follows", ["member": try await club.ben.member(in: club.path)])
            try await #expect(count(club.ben, in: club) == "1")
            try await #expect(!club.ben.get(other.path + "/members").text.contains("1 new"))
            try await #expect(other.ana.get(club.path + "/notices").status == .notFound)
            try await #expect(other.ana.get(club.path + "/live").status == .notFound)
        }
    }
}
