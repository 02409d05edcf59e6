import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

struct RemovalTests {
    /// A number of days after which nothing can be restored.
    private static let longAgo = 31

    @Test func `only an admin can restore a message that an admin removed`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let lobby = club.path + "/lobby"
            let line = try await say("Buy my tokens", club.ben, in: lobby, seenBy: club.ana)
            try await club.ana.post("\(club.path)/reports/\(line)/removal", [:])
            try await #expect(!club.ben.get(lobby).text.contains("Buy my tokens"))
            try await #expect(club.ben.get(club.path + "/removals").status == .forbidden)
            let page = try await club.ana.get(club.path + "/removals").text
            #expect(page.contains("Buy my tokens") && page.contains("Written in the lobby, removed by <bdi>Ana</bdi>"))
            let restoration = try restoration(in: page)
            try await #expect(club.ben.post(restoration, [:]).status == .forbidden)
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let theirs = restoration.replacing(club.path, with: other.path)
            try await #expect(other.ana.post(theirs, [:]).status == .notFound)
            try await #expect(!other.ana.get(other.path + "/removals").text.contains("Buy my tokens"))
            try await #expect(club.ana.post(restoration, [:]).headers[.location] == club.path + "/removals")
            try await #expect(club.ben.get(lobby).text.contains("Buy my tokens"))
            try await #expect(club.ana.post(restoration, [:]).status == .notFound)
        }
    }

    @Test func `admins cannot restore their own removed messages`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try change("UPDATE memberships SET role = 'admin'", site)
            let line = try await say("I am the law", club.ben, in: club.path + "/lobby", seenBy: club.ana)
            try await club.ana.post("\(club.path)/reports/\(line)/removal", [:])
            let restoration = try restoration(in: try await club.ana.get(club.path + "/removals").text)
            let his = try await club.ben.get(club.path + "/removals").text
            #expect(his.contains("I am the law") && !his.contains("/restoration"))
            try await #expect(club.ben.post(restoration, [:]).status == .notFound)
            try await #expect(club.ana.post(restoration, [:]).status == .seeOther)
        }
    }

    @Test func `admins cannot remove messages that they cannot see`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let photo = try #require(
                try await club.ben.upload(club.path + "/photos", ["audience": "friends"], [("a.gif", Images.gif)]).headers[.location])
            try await club.ben.post(photo + "/messages", ["text": "Among friends", "idempotency_key": "1"])
            let line = String(try #require(try await club.ben.get(photo).text.firstMatch(of: /id="message-(\d+)"/)).1)
            try await #expect(club.ana.post("\(club.path)/reports/\(line)/removal", [:]).status == .notFound)
            try await #expect(!club.ana.get(club.path + "/removals").text.contains("Among friends"))
            try await #expect(club.ben.get(photo).text.contains("Among friends"))
        }
    }

    @Test func `a message that its author removed disappears for admins too`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (cleo, lobby, reports) = (try await site.person("cleo"), club.path + "/lobby", club.path + "/reports")
            try await cleo.post(club.invitation, [:])
            let line = try await say("I regret it", club.ben, in: lobby, seenBy: cleo)
            try await cleo.post("\(lobby)/messages/\(line)/reports", ["reason": "unkind"])
            try await #expect(club.ana.get(reports).text.contains("I regret it"))
            try await club.ben.post("\(lobby)/messages/\(line)/removal", [:])
            try await #expect(club.ana.get(reports).text.contains("There are no reports."))
            try await #expect(!club.ana.get(lobby).text.contains("reported"))
            try await #expect(club.ana.get(club.path + "/removals").text.contains("Nothing was removed"))
            // If the author restores the message, the report is open again.
            try await club.ben.post("\(lobby)/messages/\(line)/restoration", [:])
            try await #expect(club.ana.get(reports).text.contains("I regret it"))
            // After a day the message can no longer be restored, and it is deleted with its reports.
            try await club.ben.post("\(lobby)/messages/\(line)/removal", [:])
            try change("UPDATE messages SET removed_at = now() - interval '25 hours' WHERE removed_at IS NOT NULL", site)
            try await #expect(!club.ben.get(lobby).text.contains("/restoration"))
            try await #expect(club.ben.post("\(lobby)/messages/\(line)/restoration", [:]).status == .notFound)
            try await site.server.cleanUp.turn()
            #expect(site.server.cleanUp.cleared("removed messages") == 1)
            try #expect(count("FROM messages WHERE text <> ''", site) == 0)
            try #expect(count("FROM reports", site) == 0)
            try await #expect(club.ben.get(lobby).text.contains("Message removed"))
            try await site.server.cleanUp.turn()
            #expect(site.server.cleanUp.cleared("removed messages") == 1)
        }
    }

    @Test func `a sent photo is deleted with its last removed message`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            let talk = try #require(try await club.ana.post(club.path + "/messages", ["member": ben]).headers[.location])
            for number in 1...2 {
                let idempotencyKey = "idempotencyKey-\(number)"
                try await #expect(
                    club.ana.upload(talk + "/photos", ["idempotency_key": idempotencyKey], [("a.gif", Images.gif)]).status == .seeOther)
            }
            let lines = try await club.ana.get(talk).text.matches(of: /id="message-(\d+)"/).map { String($0.1) }
            #expect(lines.count == 2)
            // Both messages show the same photo, which is deleted with the last of them.
            for (line, photos) in zip(lines, [1, 0]) {
                try await club.ana.post("\(talk)/messages/\(line)/removal", [:])
                try change("UPDATE messages SET removed_at = now() - interval '25 hours' WHERE removed_at IS NOT NULL", site)
                try await site.server.cleanUp.turn()
                try #expect(count("FROM photos", site) == photos)
            }
            try #expect(count("FROM photo_files", site) == 0)
        }
    }

    @Test func `removed messages and photos are deleted after 30 days`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let lobby = club.path + "/lobby"
            let line = try await say("Buy my tokens", club.ben, in: lobby, seenBy: club.ana)
            try await club.ana.post("\(club.path)/reports/\(line)/removal", [:])
            let photo = try #require(try await club.ben.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await club.ana.post(removal(of: photo), [:])
            // After a day, both can still be restored.
            try change("UPDATE messages SET removed_at = now() - interval '25 hours'", site)
            try await site.server.cleanUp.turn()
            try #expect(count("FROM removals", site) == 2)
            try await #expect(club.ana.get(club.path + "/removals").text.contains("Buy my tokens"))
            try change("UPDATE removals SET removed_at = now() - make_interval(days => \(Self.longAgo))", site)
            for _ in 0..<2 { try await site.server.cleanUp.turn() }
            #expect(site.server.cleanUp.cleared("removals") == 2)
            for rows in ["removals", "photos", "messages WHERE text <> ''"] { try #expect(count("FROM \(rows)", site) == 0, "\(rows)") }
            try await #expect(club.ana.get(club.path + "/removals").text.contains("Nothing was removed"))
            try await #expect(club.ben.get(photo).status == .notFound)
        }
    }

    @Test func `a removed photo is visible only to its owner and admins`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (cleo, photos) = (try await site.person("cleo"), club.path + "/photos")
            try await cleo.post(club.invitation, [:])
            let path = try #require(try await club.ben.upload(photos, ["caption": "Ads"], [("a.gif", Images.gif)]).headers[.location])
            try await club.ben.post(path + "/avatar", [:])
            try await cleo.post(path + "/messages", ["text": "What an ad", "idempotency_key": "1"])
            // From now on the small file and the avatar are cached.
            for file in ["/small", "/avatar"] { try await #expect(cleo.get(path + file).status == .ok) }
            try await #expect(club.ana.get(removal(of: path)).text.contains("For 30 days an admin can restore it"))
            try await club.ana.post(removal(of: path), [:])
            for file in ["", "/large", "/small", "/messages", "/live", "/likes"] {
                try await #expect(cleo.get(path + file).status == .notFound, "\(file)")
            }
            try await #expect(cleo.get(path + "/avatar").headers[.contentType] == "image/svg+xml; charset=utf-8")
            for list in [photos, photos + "?of=ben", club.path + "/members/ben", club.path + "/members"] {
                try await #expect(!cleo.get(list).text.contains(path), "\(list)")
            }
            let page = try await club.ben.get(path).text
            #expect(page.contains("An admin has removed this photo.") && !page.contains("/avatar") && !page.contains("name=\"audience\""))
            try await #expect(club.ben.get(path + "/large").status == .ok)
            try await #expect(club.ben.get(photos + "?of=ben").text.contains("Removed by an admin"))
            // The owner cannot undo the removal.
            try await club.ben.post(path, ["caption": "Ads", "audience": "club"])
            try await club.ben.post(photos + "/selection", ["photo": String(path.split(separator: "/").last ?? ""), "deed": "club"])
            try await #expect(club.ben.post(path + "/avatar", [:]).status == .notFound)
            try await #expect(club.ben.upload(photos, [:], [("a.gif", Images.gif)]).status == .conflict)
            try await #expect(club.ben.post(path + "/messages", ["text": "Why?", "idempotency_key": "2"]).status == .notFound)
            try await #expect(cleo.get(path).status == .notFound)
            // Admins see the photo only in the list of removals.
            try await #expect(club.ana.get(path + "/small").status == .ok)
            try await #expect(club.ana.get(path).status == .notFound)
            try await club.ana.post(restoration(in: try await club.ana.get(club.path + "/removals").text), [:])
            try await #expect(cleo.get(path).text.contains("What an ad"))
            try await #expect(!club.ben.get(path).text.contains("An admin has removed"))
        }
    }

    @Test func `a photo that its owner deletes leaves the removals`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try #require(try await club.ben.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await club.ana.post(removal(of: path), [:])
            try await club.ben.post(path + "/removal", [:])
            try await #expect(club.ana.get(club.path + "/removals").text.contains("Nothing was removed"))
            try await #expect(club.ana.get(path + "/small").status == .notFound)
        }
    }

    @Test func `two admins who remove a photo at once make one removal`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            try change("UPDATE memberships SET role = 'admin'", site)
            let path = try #require(try await cleo.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            async let one = club.ana.post(removal(of: path), [:]).status
            async let other = club.ben.post(removal(of: path), [:]).status
            let statuses = try await [one, other]
            #expect(statuses.contains(.seeOther))
            try #expect(count("FROM removals", site) == 1)
        }
    }

    @Test func `a decided report cannot be decided again`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let lobby = club.path + "/lobby"
            let line = try await say("A bad joke", club.ben, in: lobby, seenBy: club.ana)
            let photo = try #require(try await club.ben.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            let judged = ["\(club.path)/reports/\(line)", photo.replacing("/photos/", with: "/reports/photos/")]
            try await club.ana.post("\(lobby)/messages/\(line)/reports", ["reason": "unkind"])
            try await club.ana.post(photo + "/reports", ["reason": "spam"])
            for path in judged {
                try await #expect(club.ana.post(path + "/dismissal", ["report": "open"]).status == .seeOther)
                for action in ["/removal", "/dismissal"] {
                    let late = try await club.ana.post(path + action, ["report": "open"])
                    #expect(late.status == .conflict && late.text.contains("This report is closed"), "\(path)\(action)")
                }
            }
            try await #expect(club.ben.get(lobby).text.contains("A bad joke"))
            try await #expect(club.ana.get(photo).status == .ok)
            // An admin is told if the author has already removed the message.
            try await club.ben.post("\(lobby)/messages/\(line)/removal", [:])
            for form in [[:], ["report": "open"]] {
                try await #expect(club.ana.post(judged[0] + "/removal", form).text.contains("This report is closed"))
            }
        }
    }

    // MARK: Several own photos at once

    @Test func `members can change several photos at once, only their own`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let selection = club.path + "/photos/selection"
            func share(_ person: Visitor) async throws -> String {
                let path = try #require(try await person.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
                return String(path.split(separator: "/").last ?? "")
            }
            let (hers, his) = (try await share(club.ana), try await share(club.ben))
            try await #expect(club.ben.post(selection, ["photo": hers, "deed": "me"]).status == .notFound)
            try await #expect(club.ben.post(selection + "/removal", ["photo": hers]).text.contains("0 photos are deleted."))
            try await #expect(club.ben.get(selection + "/removal?photos=\(hers)").status == .notFound)
            for form in [[:], ["photo": "x", "deed": "me"], ["photo": his], ["photo": his, "deed": "everybody"]] {
                try await #expect(club.ben.post(selection, form).status == .unprocessableContent, "\(form)")
            }
            try await #expect(club.ana.get("\(club.path)/photos/\(hers)").status == .ok)
            let ask = try await club.ben.post(selection, ["photo": his, "deed": "removal"]).headers[.location]
            #expect(ask == selection + "/removal?photos=\(his)")
            try await #expect(club.ben.get(#require(ask)).text.contains("Delete this photo?"))
            try await #expect(club.ben.get("\(club.path)/photos/\(his)").status == .ok)
            try await club.ben.post(selection, ["photo": his, "deed": "me"])
            try await #expect(club.ana.get("\(club.path)/photos/\(his)").status == .notFound)
            try await club.ben.post(selection + "/removal", ["photo": his])
            try #expect(count("FROM photos", site) == 1)
        }
    }

    // MARK: -

    private func say(_ text: String, _ person: Visitor, in room: String, seenBy other: Visitor) async throws -> String {
        try await person.post(room + "/messages", ["text": text, "idempotency_key": text])
        return String(try #require(try await other.get(room).text.matches(of: /\/messages\/(\d+)"/).last).1)
    }

    /// The address at which an admin removes a photo.
    private func removal(of photo: String) -> String { photo.replacing("/photos/", with: "/reports/photos/") + "/removal" }

    private func restoration(in page: String) throws -> String {
        String(try #require(page.firstMatch(of: /action="([^"]+\/removals\/\d+\/restoration)"/)).1)
    }

    private func change(_ statement: String, _ site: TestSite) throws {
        try ScriptConnection(url: site.test.superuserURL).run(statement)
    }

    private func count(_ rest: String, _ site: TestSite) throws -> Int {
        Int(try ScriptConnection(url: site.test.superuserURL).rows("SELECT count(*)::text \(rest)")[0][0] ?? "") ?? -1
    }
}
