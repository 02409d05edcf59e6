import Pictures
import Foundation
import HTTPTypes
import NIOCore
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct PhotoTests {
    @Test func `a photo can be shared, viewed, described and deleted`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let photos = club.path + "/photos"
            let sent = try await club.ana.upload(
                photos, ["caption": "The pier"], [("pier.jpg", try Images.jpeg(width: 2000, height: 1000))])
            let path = try #require(sent.headers[.location])
            #expect(sent.status == .seeOther && path.hasPrefix(photos + "/"))
            let page = try await club.ben.get(path).text
            #expect(page.contains("The pier") && page.contains("width=\"1600\" height=\"800\"") && !page.contains("/removal"))
            try await #expect(club.ben.get(photos).text.contains("src=\"\(path)/small\" width=\"320\" height=\"160\""))
            let large = try await club.ben.get(path + "/large")
            #expect(large.headers[.contentType] == "image/webp" && large.headers[.cacheControl] == "private, no-cache")
            #expect(large.headers[.vary] == "Cookie")
            let tag = try #require(large.headers[.eTag])
            try await #expect(club.ben.get(path + "/large", [.ifNoneMatch: tag]).status == .notModified)
            let part = try await club.ben.get(path + "/large", [.range: "bytes=0-3"])
            #expect(part.status == .partialContent && part.text == "RIFF")
            try await #expect(club.ben.post(path, ["caption": "Mine now"]).status == .notFound)
            try await club.ana.post(path, ["caption": "The old pier", "description": "Planks and sea"])
            try await #expect(club.ben.get(path).text.contains("alt=\"Planks and sea\""))
            try await #expect(club.ben.post(path + "/avatar", [:]).status == .notFound)
            try await #expect(club.ana.post(path + "/avatar", [:]).headers[.location] == club.path + "/members/ana")
            try await #expect(club.ben.get(club.path + "/members/ana").text.contains("src=\"\(path)/small\""))
            try await #expect(club.ben.get(photos + "?of=ana").text.contains("src=\"\(path)/small\""))
            try await #expect(!club.ana.get(photos + "?of=ben").text.contains("src=\"\(path)/small\""))
            try await #expect(club.ana.get(photos + "?of=nobody").status == .notFound)
            try await #expect(club.ben.post(path + "/removal", [:]).status == .notFound)
            try await #expect(club.ana.post(path + "/removal", [:]).headers[.location] == photos)
            for gone in ["", "/large", "/small"] { try await #expect(club.ana.get(path + gone).status == .notFound) }
            try await #expect(count(site) == [0, 0])
            try await #expect(!club.ben.get(club.path + "/members/ana").text.contains("/small"))
        }
    }

    @Test func `photos for friends or only me are hidden from others`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo(visibility: "public")
            let (photos, admin) = (club.path + "/photos", club.ana)
            let (cleo, ben) = (try await site.person("cleo"), club.ben)
            try await cleo.post(club.invitation, [:])
            // The admin has not answered Ben's request, and so is not a friend.
            for (one, other) in [(ben, cleo), (cleo, ben), (ben, admin)] {
                try await one.post(club.path + "/follows", ["member": try await other.member(in: club.path)])
            }
            let path = try #require(
                try await ben.upload(photos, ["audience": "friends", "caption": "Ours"], [("a.gif", Images.gif)]).headers[.location])
            func sees(_ person: Visitor) async throws -> Set<String> {
                var seen: Set<String> = []
                for list in [photos, photos + "?from=friends", photos + "?of=ben", club.path + "/members/ben"]
                where try await person.get(list).text.contains("src=\"\(path)/small\"") {
                    seen.insert(list.replacing(club.path, with: ""))
                }
                for file in ["", "/small", "/large", "/messages", "/live", "/reports"]
                where try await person.get(path + file).status != .notFound { seen.insert(file) }
                return seen
            }
            #expect(try await sees(admin).isEmpty)
            #expect(
                try await sees(cleo) == [
                    "/photos", "/photos?from=friends", "/photos?of=ben", "/members/ben", "", "/small", "/large", "/messages", "/live",
                    "/reports",
                ])
            for action in ["/like", "/messages", "/removal", "/reports"] {
                let answer = try await admin.post(path + action, ["text": "Hm", "idempotency_key": "n", "reason": "spam"])
                #expect(answer.status == .notFound, "\(action)")
            }
            try await #expect(cleo.post(path + "/like", [:]).status == .seeOther)
            try await ben.post(path, ["audience": "me"])
            #expect(try await sees(cleo).isEmpty)
            // A form without a valid audience does not change the audience.
            for form in [["caption": "Mine"], ["caption": "Mine", "audience": "everybody"]] { try await ben.post(path, form) }
            #expect(try await sees(cleo).isEmpty)
            try await #expect(
                ben.upload(photos, ["audience": "Friends"], [("b.gif", Images.gif)]).status == .unprocessableContent)
            #expect(try await sees(ben).isSuperset(of: ["/photos?of=ben", "", "/small"]))
            // As an avatar the photo is shown to everybody, but only as the avatar.
            try await #expect(ben.post(path + "/avatar", [:]).status == .seeOther)
            let avatar = try await admin.get(path + "/avatar")
            #expect(avatar.status == .ok && avatar.headers[.contentType] == "image/webp")
            try await #expect(admin.get(path + "/small").status == .notFound)
            try await #expect(admin.get(club.path + "/members").text.contains("src=\"\(path)/avatar\""))
            try await site.database.write(
                tenant: site.server.services.clubs.club(slug: String(club.path.dropFirst(3)))?.id.rawValue ?? 0,
                Query<Int>.change("UPDATE clubs SET shows_members = true"))
            site.server.services.clubs.evict(String(club.path.dropFirst(3)))
            let strangers = try await site.visitor().get(club.path + "/members").text
            #expect(strangers.contains("<bdi>Ben</bdi>") && !strangers.contains("/avatar"))
            // Uploading it again does not change its audience.
            try await #expect(ben.upload(photos, ["audience": "friends"], [("a.gif", Images.gif)]).status == .conflict)
            try await #expect(cleo.get(path).status == .notFound)
            try await ben.post(path, ["audience": "friends"])
            try await #expect(cleo.get(path).status == .ok)
            // A blocked member's avatar is a placeholder.
            try await ben.post(club.path + "/blocks", ["member": try await admin.member(in: club.path)])
            let nobody = try await admin.get(path + "/avatar")
            #expect(nobody.status == .ok && nobody.headers[.contentType] == "image/svg+xml; charset=utf-8")
            // The same placeholder is shown for hidden photos and for photos that do not exist.
            let hidden = try #require(try await ben.upload(photos, ["audience": "me"], [("b.gif", Images.gif + [0])]).headers[.location])
            for address in [hidden, photos + "/999999"] {
                let other = try await admin.get(address + "/avatar")
                #expect(
                    other.text == nobody.text && other.headers[.cacheControl] == nobody.headers[.cacheControl]
                        && other.status == nobody.status)
            }
        }
    }

    @Test func `an admin keeps or deletes a reported photo`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (cleo, photos) = (try await site.person("cleo"), club.path + "/photos")
            try await cleo.post(club.invitation, [:])
            let path = try #require(try await club.ben.upload(photos, [:], [("a.gif", Images.gif)]).headers[.location])
            let number = path.split(separator: "/").last ?? ""
            try await #expect(cleo.post(path + "/reports", [:]).status == .unprocessableContent)
            try await #expect(club.ben.post(path + "/reports", ["reason": "spam"]).status == .notFound)
            for person in [cleo, cleo, club.ana] { try await person.post(path + "/reports", ["reason": "private"]) }
            try await #expect(cleo.get(path + "/reports").text.contains("Thank you."))
            try await #expect(cleo.get(club.path + "/reports").status == .forbidden)
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("1 thing was reported"))
            let page = try await club.ana.get(club.path + "/reports").text
            #expect(page.contains("and 1 other") && page.contains("It tells something private"))
            try await club.ana.post(club.path + "/reports/photos/\(number)/dismissal", [:])
            try await #expect(club.ana.get(club.path + "/reports").text.contains("There are no reports."))
            try await #expect(club.ana.post(club.path + "/reports/photos/\(number)/dismissal", [:]).status == .notFound)
            // An admin cannot decide reports about their own photo.
            let own = try #require(try await club.ana.upload(photos, [:], [("a.gif", Images.gif)]).headers[.location])
            try await cleo.post(own + "/reports", ["reason": "spam"])
            try await #expect(club.ana.get(club.path + "/reports").text.contains("There are no reports."))
            let hers = own.split(separator: "/").last ?? ""
            try await #expect(club.ana.post(club.path + "/reports/photos/\(hers)/dismissal", [:]).status == .notFound)
            try await #expect(club.ana.post(path + "/removal", [:]).status == .notFound)
            let removal = "\(club.path)/reports/photos/\(number)/removal"
            for person in [cleo, club.ben] { try await #expect(person.post(removal, [:]).status == .forbidden) }
            try await #expect(club.ana.post(removal, [:]).headers[.location] == club.path + "/reports")
            try await #expect(club.ana.post("\(club.path)/reports/photos/\(hers)/removal", [:]).status == .notFound)
            try await #expect(cleo.get(path).status == .notFound)
        }
    }

    @Test func `each member's like counts once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { try await club.ben.post(path + "/like", [:]) } }
                try await group.waitForAll()
            }
            // Members cannot like their own photos.
            try await club.ana.post(path + "/like", [:])
            try await #expect(club.ana.get(path).text.contains(">1 like<"))
            try await #expect(club.ben.get(path).text.contains("aria-pressed=\"true\""))
            for _ in 0..<2 { try await club.ben.post(path + "/like/removal", [:]) }
            try await #expect(!club.ana.get(path).text.contains("1 like"))
        }
    }

    @Test func `the likes page names the members who like a photo`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            let path = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await #expect(club.ben.get(path + "/likes").text.contains("Nobody likes it yet."))
            for person in [club.ben, cleo] { try await person.post(path + "/like", [:]) }
            try await #expect(club.ana.get(path).text.contains("href=\"\(path)/likes\""))
            let likes = try await club.ana.get(path + "/likes").text
            #expect(likes.contains("href=\"\(club.path)/members/ben\"") && likes.contains("href=\"\(club.path)/members/cleo\""))
            let ben = try await club.ben.member(in: club.path)
            let rest = try await club.ana.get(path + "/likes?after=\(ben)").text
            #expect(!rest.contains("/members/ben\"") && rest.contains("/members/cleo\""))
            // Blocked members are neither listed nor counted. Only the audience of a photo sees its likes.
            try await club.ben.post(club.path + "/blocks", ["member": try await cleo.member(in: club.path)])
            try await #expect(!club.ben.get(path + "/likes").text.contains("/members/cleo\""))
            for list in ["", "?of=ana"] { try await #expect(club.ben.get(club.path + "/photos" + list).text.contains("1 like<")) }
            try await #expect(club.ben.get(path).text.contains(">1 like<"))
            try await #expect(club.ana.get(path).text.contains(">2 likes<"))
            try await club.ana.post(path, ["audience": "friends"])
            for bad in ["", "?after=x", "?after=0"] { try await #expect(cleo.get(path + "/likes" + bad).status == .notFound) }
        }
    }

    @Test func `previous and next links stay within the current list`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (photos, ben) = (club.path + "/photos", club.ben)
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            for (one, other) in [(ben, club.ana), (club.ana, ben)] {
                try await one.post(club.path + "/follows", ["member": try await other.member(in: club.path)])
            }
            func share(_ person: Visitor, _ side: Int, _ audience: String = "club") async throws -> String {
                try #require(
                    try await person.upload(photos, ["audience": audience], [("a.jpg", try Images.jpeg(width: side, height: 8))])
                        .headers[.location])
            }
            let first = try await share(club.ana, 20)
            let second = try await share(cleo, 21)
            let secret = try await share(club.ana, 22, "me")
            let third = try await share(club.ana, 23, "friends")
            let fourth = try await share(club.ana, 24)
            /// The path of the previous or next photo. `rel` says which.
            func beside(_ photo: String, _ rel: String, _ query: String, for person: Visitor) async throws -> String? {
                let page = try await person.get(photo + query)
                #expect(page.status == .ok)
                return try page.text.firstMatch(of: Regex("href=\"([^\"]+)\" rel=\"\(rel)\"", as: (Substring, Substring).self))
                    .map { String($0.1) }
            }
            func walk(from photo: String, _ rel: String, _ query: String, for person: Visitor) async throws -> [String] {
                var (found, here): ([String], String?) = ([], photo)
                while let next = here, found.count < 10 {
                    here = try await beside(next, rel, query, for: person)
                    if let link = here {
                        #expect(link.hasSuffix(query))
                        here = String(link.dropLast(query.count))
                        found.append(here ?? "")
                    }
                }
                return found
            }
            try await #expect(walk(from: fourth, "next", "", for: ben) == [third, second, first])
            try await #expect(walk(from: first, "prev", "", for: ben) == [second, third, fourth])
            try await #expect(walk(from: fourth, "next", "", for: cleo) == [second, first])
            try await #expect(walk(from: fourth, "next", "?from=friends", for: ben) == [third, first])
            try await #expect(walk(from: first, "prev", "?from=friends", for: ben) == [third, fourth])
            try await #expect(walk(from: fourth, "next", "?of=ana", for: ben) == [third, first])
            try await #expect(walk(from: fourth, "next", "?of=ana", for: cleo) == [first])
            try await #expect(walk(from: first, "prev", "?of=ana", for: club.ana) == [secret, third, fourth])
            // Actions on a photo stay within the list.
            try await #expect(club.ana.post(first + "?of=ana", ["caption": "One"]).headers[.location] == first + "?of=ana")
            for action in ["/like", "/like/removal"] {
                try await #expect(ben.post(first + action + "?of=ana", [:]).headers[.location] == first + "?of=ana")
            }
            try await #expect(
                ben.post(first + "/messages?of=ana", ["text": "Oh", "idempotency_key": "1"]).headers[.location] == first + "?of=ana#chat")
            try await #expect(ben.get(first + "?of=ana").text.contains("action=\"\(first)/messages?of=ana\""))
            // A list links to its photos, which link back to it.
            try await #expect(ben.get(photos + "?of=ana").text.contains("href=\"\(first)?of=ana\""))
            try await #expect(ben.get(first + "?of=ana").text.contains("href=\"\(photos)?of=ana\""))
            try await #expect(ben.get(first + "?of=nobody").status == .notFound)
            // Without new notices, a photo page does not have to mark them as seen.
            _ = try await ben.get(club.path + "/notices")
            for query in ["", "?of=ana", "?from=friends"] {
                let count = try await site.roundTrips { try await #expect(ben.get(third + query).status == .ok) }
                #expect(count == 1, "\(query)")
            }
            // Photos of blocked members are skipped.
            try await ben.post(club.path + "/blocks", ["member": try await cleo.member(in: club.path)])
            try await #expect(walk(from: fourth, "next", "", for: ben) == [third, first])
        }
    }

    @Test func `the photo's owner can remove comments for good`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            // Ana is an admin, and the photo is Ben's.
            let photo = try #require(try await club.ben.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await cleo.post(photo + "/messages", ["text": "Rude words", "idempotency_key": "1"])
            let line = photo + "/messages/" + (try #require(try await cleo.get(photo).text.firstMatch(of: /id="message-(\d+)"/)).1)
            try await #expect(club.ben.get(line).text.contains("It is your photo"))
            let dan = try await site.person("dan")
            try await dan.post(club.invitation, [:])
            try await #expect(!dan.get(line).text.contains("/removal"))
            try await #expect(dan.post(line + "/removal", [:]).status == .notFound)
            for _ in 0..<2 { try await #expect(club.ben.post(line + "/removal", [:]).status == .seeOther) }
            for person in [club.ana, club.ben, cleo] { try await #expect(!person.get(photo).text.contains("Rude words")) }
            // Not even the comment's author can restore it.
            try await #expect(!cleo.get(photo).text.contains("/restoration"))
            try await #expect(cleo.post(line + "/restoration", [:]).status == .notFound)
            try await #expect(club.ben.post(line + "/restoration", [:]).status == .notFound)
            // A comment that its author has already removed stays removed.
            try await cleo.post(photo + "/messages", ["text": "Ruder words", "idempotency_key": "3"])
            let ruder = photo + "/messages/" + (try #require(try await cleo.get(photo).text.matches(of: /id="message-(\d+)"/).last).1)
            for person in [cleo, club.ben] { try await person.post(ruder + "/removal", [:]) }
            try await #expect(cleo.post(ruder + "/restoration", [:]).status == .notFound)
            // In the lobby members cannot remove messages of others.
            try await cleo.post(club.path + "/lobby/messages", ["text": "Hello", "idempotency_key": "2"])
            let hello = try #require(try await cleo.get(club.path + "/lobby").text.firstMatch(of: /id="message-(\d+)"/)).1
            try await #expect(club.ben.post(club.path + "/lobby/messages/\(hello)/removal", [:]).status == .notFound)
        }
    }

    @Test func `only members of the club can see a photo`() async throws {
        try await TestSite.open { site in
            let (club, other) = (try await site.clubOfTwo(), try await site.clubOfTwo("mole", names: ("cleo", "dan")))
            let path = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            let number = path.split(separator: "/").last ?? ""
            for page in ["", "/large", "/small", "/removal", "/likes"] {
                try await #expect(other.ana.get("\(other.path)/photos/\(number)\(page)").status == .notFound, "\(page)")
                try await #expect(other.ana.get(path + page).status == .notFound, "\(page)")
            }
            for action in ["", "/avatar", "/removal", "/like", "/like/removal", "/messages", "/reports", "/reading"] {
                let answer = try await other.ana.post(
                    "\(other.path)/photos/\(number)\(action)", ["caption": "x", "text": "x", "idempotency_key": "n", "reason": "spam"])
                #expect(answer.status == .notFound, "\(action)")
            }
            for verdict in ["dismissal", "removal"] {
                try await #expect(other.ana.post("\(other.path)/reports/photos/\(number)/\(verdict)", [:]).status == .notFound)
            }
            let selection = "\(other.path)/photos/selection"
            try await #expect(other.ana.post(selection, ["photo": String(number), "deed": "me"]).status == .notFound)
            try await #expect(other.ana.get(selection + "/removal?photos=\(number)").status == .notFound)
            try await other.ana.post(selection + "/removal", ["photo": String(number)])
            try await #expect(club.ana.get(path).status == .ok)
            try await #expect(other.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).status == .notFound)
            try await #expect(!other.ana.get(other.path + "/photos").text.contains(path))
            // From now on the small file is cached.
            try await #expect(club.ben.get(path + "/small").status == .ok)
            try await club.ben.post(club.path + "/blocks", ["member": try await club.ana.member(in: club.path)])
            for page in ["", "/large", "/small"] { try await #expect(club.ben.get(path + page).status == .notFound, "\(page)") }
            try await #expect(!club.ben.get(club.path + "/photos").text.contains(path))
        }
    }

    @Test func `a photo that is uploaded twice is stored once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let file = ("a.gif", Images.gif)
            let paths = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<4 { group.addTask { try await club.ana.upload(club.path + "/photos", [:], [file]).headers[.location] } }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(paths.count == 1)
            let other = try await club.ana.upload(club.path + "/photos", ["audience": "me"], [file])
            #expect(other.status == .conflict && other.text.contains("You have shared that photo before."))
            try await #expect(club.ben.get(try #require(paths.first ?? nil)).status == .ok)
            try await #expect(club.ben.upload(club.path + "/photos", [:], [file]).headers[.location] != paths.first)
            try await #expect(count(site) == [2, 4])
        }
    }

    @Test func `EXIF data is removed from photos`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            // The EXIF data turns the photo by a quarter and names a maker.
            let photo = try Images.jpeg(width: 400, height: 200, exif: Images.exif(orientation: 6, words: "Secret maker"))
            #expect(String(decoding: photo, as: UTF8.self).contains("Secret maker"))
            let path = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.jpg", photo)]).headers[.location])
            try await #expect(club.ben.get(path).text.contains("width=\"200\" height=\"400\""))
            for size in ["/large", "/small"] {
                let text = try await club.ben.get(path + size).text
                #expect(!text.contains("Secret") && !text.contains("EXIF") && !text.contains("Exif"))
            }
        }
    }

    @Test func `files that are not photos are refused and leave nothing`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let jpeg = try Images.jpeg(width: 600, height: 400)
            let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"
            let hostile: [(String, [UInt8])] = [
                ("empty.jpg", []), ("words.jpg", Array("No picture at all".utf8)), ("picture.svg", Array(svg.utf8)),
                ("page.html", Array("<html><script>alert(1)</script>".utf8)), ("head.jpg", Array(jpeg.prefix(200))),
                ("half.jpg", Array(jpeg.prefix(jpeg.count / 2))), ("half.gif", Array(Images.gif.prefix(20))),
                ("bomb.png", Images.pngHeader(width: 60_000, height: 60_000)), ("noise.heic", (0..<5000).map { _ in .random(in: 0...255) }),
            ]
            for (name, bytes) in hostile {
                let answer = try await club.ana.upload(club.path + "/photos", [:], [(name, bytes)])
                #expect(answer.status == .unprocessableContent && answer.text.contains("data-problem"), "\(name)")
            }
            // One bad file does not prevent the others.
            let mixed = try await club.ana.upload(club.path + "/photos", [:], [("good.jpg", jpeg), hostile[1]])
            #expect(
                mixed.status == .unprocessableContent && mixed.text.contains("One photo was added.") && mixed.text.contains("words.jpg:"))
            let large = try await club.ana.upload(club.path + "/photos", [:], [("large.jpg", jpeg + Array(repeating: 0, count: 12 << 20))])
            #expect(large.status == .contentTooLarge && large.text.contains("larger than 12 MB"))
            try await #expect(count(site) == [1, 2])
            let folder = site.server.services.uploadFolder.path
            try await #expect(eventually { try FileManager.default.contentsOfDirectory(atPath: folder) == ["lock"] })
        }
    }

    /// The file is a JPEG followed by a script.
    @Test func `only the image of a polyglot file is kept`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let page = Array("<script>alert('polyglot')</script>PK\u{3}\u{4}".utf8)
            let sent = try await club.ana.upload(
                club.path + "/photos", [:], [("both.html", try Images.jpeg(width: 300, height: 200) + page)])
            let path = try #require(sent.headers[.location])
            for size in ["/large", "/small"] {
                let file = try await club.ben.get(path + size)
                #expect(file.headers[.contentType] == "image/webp" && !file.text.contains("polyglot"), "\(size)")
            }
        }
    }

    @Test func `an upload over the size limit is cut off`() async throws {
        try await TestSite.open(change: { $0.limits.upload = 1 << 20 }) { site in
            let club = try await site.clubOfTwo()
            let long = [UInt8](repeating: 7, count: 3 << 20)
            let answer = try? await club.ana.upload(club.path + "/photos", [:], [("endless.jpg", long)])
            #expect(answer == nil || answer?.status == .contentTooLarge)
            try await #expect(count(site) == [0, 0])
        }
    }

    @Test func `a club's photo storage is limited and counted exactly`() async throws {
        try await TestSite.open(change: { $0.clubPhotoMegabytes = 0 }) { site in
            let club = try await site.clubOfTwo()
            let refused = try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)])
            #expect(refused.status == .conflict && refused.text.contains("The club has reached its limit for photos."))
        }
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let bytes = Query<Int>.one("SELECT photo_bytes FROM clubs")
            for name in ["a", "b"] {
                let file = (name, try Images.jpeg(width: name == "a" ? 300 : 400, height: 200))
                let path = try #require(try await club.ana.upload(club.path + "/photos", [:], [file]).headers[.location])
                if name == "a" { try await club.ana.post(path + "/avatar", [:]) }
            }
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            let kept = try await site.database.read(
                tenant: tenant, Query<Int>.one("SELECT sum(octet_length(data)) FROM photo_files"), bytes)
            #expect(kept.0 == kept.1 && kept.0 > 0)
            let list = try await club.ana.get(club.path + "/photos").text
            for photo in list.matches(of: /href="([^"]+\/photos\/\d+)"/) { try await club.ana.post(photo.1 + "/removal", [:]) }
            try await #expect(site.database.read(bytes) == 0)
        }
    }

    @Test func `each member has their own limit of photos`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            try await site.database.write(
                tenant: tenant,
                Query<Int>.change(
                    """
                    INSERT INTO photos (club_id, member_id, digest, audience)
                    SELECT club_id, id, sha256(n::text::bytea), 'me' FROM members, generate_series(1, $1::integer) n WHERE handle = 'ana'
                    """, NewPhoto.quota))
            let refused = try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)])
            #expect(refused.status == .conflict && refused.text.contains("You have \(NewPhoto.quota) photos"))
            try await #expect(club.ben.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).status == .seeOther)
        }
    }

    @Test func `malformed upload forms are refused`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let photos = club.path + "/photos"
            func send(_ type: String, _ body: String) async throws -> HTTPResponse.Status {
                try await club.ana.send(photos, .post, [.contentType: type], ByteBuffer(string: body)).status
            }
            try await #expect(send("multipart/form-data", "--x--\r\n") == .unprocessableContent)
            try await #expect(send("multipart/form-data; boundary=x", "no boundary at all") == .unprocessableContent)
            try await #expect(
                send("multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"photos\"; filename=\"a\"\r\n\r\nabc")
                    == .forbidden)
            try await #expect(send("application/x-www-form-urlencoded", "csrf=1") == .forbidden)
            try await #expect(club.ana.post(photos, [:]).status == .unprocessableContent)
            try await #expect(send("multipart/form-data; boundary=x", "--x--\r\n") == .forbidden)
            try await #expect(club.ana.upload(photos, [:], (0..<30).map { ("\($0).gif", Images.gif) }).status == .contentTooLarge)
            let long = String(repeating: "x", count: 2 * Form.sizeLimit)
            try await #expect(club.ana.upload(photos, ["caption": long], [("a.gif", Images.gif)]).status == .contentTooLarge)
            try await #expect(club.ana.upload(photos, ["csrf": "wrong"], [("a.gif", Images.gif)]).status == .forbidden)
            try await #expect(club.ana.upload(photos, [:], []).text.contains("Choose a photo first."))
            try await #expect(count(site) == [0, 0])
        }
    }

    @Test func `a new server removes only the upload folders of dead servers`() async throws {
        let data = TestDatabase.root + "/.build/tests/shared-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: data) }
        try await TestSite.open(change: { $0.data = data }) { site in
            let left = data + "/uploads/owner-abcdef"
            try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: left + "/upload-0"))
            try await site.server.services.uploadFolder.with { mine in
                try await TestSite.run(site.server.services.settings, site.test) { other in
                    #expect(!FileManager.default.fileExists(atPath: left) && FileManager.default.fileExists(atPath: mine))
                    let club = try await other.clubOfTwo()
                    try await #expect(club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).status == .seeOther)
                }
                #expect(FileManager.default.fileExists(atPath: mine))
            }
            #expect(site.server.services.uploadFolder.path.hasPrefix(data + "/uploads/"))
        }
        // A server that stops deletes its own folder.
        try #expect(FileManager.default.contentsOfDirectory(atPath: data + "/uploads") == ["lock"])
    }

    /// The numbers of photos and of their files.
    private func count(_ site: TestSite) async throws -> [Int] {
        let club = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
        let (photos, files) = try await site.database.read(
            tenant: club, Query<Int>.one("SELECT count(*) FROM photos"), Query<Int>.one("SELECT count(*) FROM photo_files"))
        return [photos, files]
    }
}

extension Visitor {
    /// Sends a multipart form as a browser does.
    func upload(
        _ path: String, _ fields: [String: String], _ files: [(name: String, bytes: [UInt8])], _ headers: HTTPFields = [:]
    ) async throws -> Answer {
        let (type, body) = uploadForm(fields, files)
        var headers = headers
        headers[.contentType] = type
        return try await send(path, .post, headers, body)
    }

    /// A multipart form and its content type.
    func uploadForm(_ fields: [String: String], _ files: [(name: String, bytes: [UInt8])]) -> (type: String, body: ByteBuffer) {
        var fields = fields
        if let token = SessionToken(cookie: sessionToken), fields["csrf"] == nil { fields["csrf"] = token.formToken }
        let boundary = "----TestFormBoundary\(Int.random(in: 0...Int.max))"
        var body = ByteBuffer()
        for (name, value) in fields {
            body.writeString("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n")
        }
        for file in files {
            body.writeString(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"photos\"; filename=\"\(file.name)\"\r\nContent-Type: image/jpeg\r\n\r\n"
            )
            body.writeBytes(file.bytes)
            body.writeString("\r\n")
        }
        body.writeString("--\(boundary)--\r\n")
        return ("multipart/form-data; boundary=\(boundary)", body)
    }
}

/// Pictures made for tests.
enum Images {
    /// A GIF of one red pixel.
    static let gif: [UInt8] = Array(Data(base64Encoded: "R0lGODlhAQABAIABAP8AAP///yH5BAEAAAEALAAAAAABAAEAAAICRAEAOw==") ?? Data())

    /// A black JPEG. `exif` becomes an APP1 segment after its first marker.
    static func jpeg(width: Int, height: Int, exif: [UInt8] = []) throws -> [UInt8] {
        try made(exif) { file, _ in try vips(["black", file, "\(width)", "\(height)", "--bands", "3"]) }
    }

    /// A JPEG of 600 by 200 pixels with a red, a green and a blue third from left to right.
    static func stripes(exif: [UInt8] = []) throws -> [UInt8] {
        let row = [[255, 0, 0], [0, 255, 0], [0, 0, 255]].flatMap { Array(repeating: $0, count: 200).flatMap(\.self) }.map { UInt8($0) }
        let pixels = Array("P6 600 200 255\n".utf8) + Array(repeating: row, count: 200).flatMap(\.self)
        return try made(exif) { file, folder in
            try Data(pixels).write(to: folder.appending(path: "made.ppm"))
            try vips(["copy", folder.appending(path: "made.ppm").path, file])
        }
    }

    /// The colour in the middle of a picture.
    static func colour(of picture: [UInt8]) throws -> String {
        try inFolder { folder in
            let file = folder.appending(path: "picture.webp")
            try Data(picture).write(to: file)
            let size = try #require(WebPPicture(removingMetadataFrom: picture))
            let words = try vips(["getpoint", file.path, "\(size.width / 2)", "\(size.height / 2)"])
            let bands = words.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            let names = ["red", "green", "blue"]
            return zip(names, bands).filter { $0.1 > 200 }.map(\.0).joined(separator: " ")
        }
    }

    private static func made(_ exif: [UInt8], _ make: (_ file: String, _ folder: URL) throws -> Void) throws -> [UInt8] {
        let bytes = try inFolder { folder in
            let file = folder.appending(path: "made.jpg")
            try make(file.path, folder)
            return Array(try Data(contentsOf: file))
        }
        guard !exif.isEmpty else { return bytes }
        let length = exif.count + 2
        return Array(bytes.prefix(2)) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + exif + bytes.dropFirst(2)
    }

    private static func inFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "image-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Runs vips and returns its output.
    @discardableResult
    private static func vips(_ arguments: [String]) throws -> String {
        let (vips, output) = (Process(), Pipe())
        vips.executableURL = URL(filePath: "/usr/bin/vips")
        (vips.arguments, vips.standardOutput) = (arguments, output)
        try vips.run()
        let words = output.fileHandleForReading.readDataToEndOfFile()
        vips.waitUntilExit()
        return String(decoding: words, as: UTF8.self)
    }

    /// A grey progressive JPEG (ITU-T T.81, annex G). Each further scan changes nothing, so the file is small but slow to read.
    static func progressiveJPEG(side: Int, scans: Int) -> [UInt8] {
        func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            [0xff, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 255)] + bytes
        }
        /// A Huffman table with a single code of one bit.
        func table(_ id: UInt8, _ symbol: UInt8) -> [UInt8] { segment(0xc4, [id, 1] + Array(repeating: 0, count: 15) + [symbol]) }
        let blocks = (side + 7) / 8 * ((side + 7) / 8)
        let (high, low) = (UInt8(side >> 8), UInt8(side & 255))
        var bytes: [UInt8] = [0xff, 0xd8] + segment(0xdb, [0] + Array(repeating: 1, count: 64))
        bytes += segment(0xc2, [8, high, low, high, low, 1, 1, 0x11, 0]) + table(0, 0) + table(0x10, 0xe0)
        bytes += segment(0xda, [1, 1, 0, 0, 0, 0]) + Array(repeating: 0, count: blocks / 8) + [0x7f]
        // Each end-of-band run covers 32,767 blocks: the bit 0, then fourteen bits 1.
        let bits = Array(repeating: [0] + Array(repeating: 1, count: 14), count: (blocks + 32_766) / 32_767).flatMap(\.self)
        let padded = bits + Array(repeating: 1, count: (8 - bits.count % 8) % 8)
        let coded = stride(from: 0, to: padded.count, by: 8).flatMap { start -> [UInt8] in
            let byte = padded[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
            return byte == 0xff ? [0xff, 0] : [byte]
        }
        let scan = segment(0xda, [1, 1, 0, 1, 63, 0]) + coded
        for _ in 1..<scans { bytes += scan }
        return bytes + [0xff, 0xd9]
    }

    /// TIFF 6.0 in an Exif header: an orientation and a maker.
    static func exif(orientation: UInt8, words: String) -> [UInt8] {
        let text = Array(words.utf8) + [0]
        var bytes: [UInt8] = Array("Exif".utf8) + [0, 0] + Array("II".utf8) + [42, 0, 8, 0, 0, 0, 2, 0]
        bytes += [0x0f, 0x01, 2, 0, UInt8(text.count), 0, 0, 0, 38, 0, 0, 0]
        bytes += [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
        return bytes + [0, 0, 0, 0] + text
    }

    /// A PNG that declares a size but contains no pixels.
    static func pngHeader(width: UInt32, height: UInt32) -> [UInt8] {
        var header = Array("IHDR".utf8)
        for number in [width, height] { header += withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        header += [8, 2, 0, 0, 0]
        var crc: UInt32 = 0xffff_ffff
        for byte in header {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
        }
        let sum = withUnsafeBytes(of: (~crc).bigEndian) { Array($0) }
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + header + sum + [0, 0, 0, 0] + Array("IDAT".utf8) + [
            0x35, 0xaf, 0x06, 0x1e,
        ]
    }
}
