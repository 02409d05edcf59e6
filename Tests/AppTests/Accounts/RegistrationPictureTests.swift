import Pictures
import Foundation
import HTTPTypes
import NIOCore
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// The picture that comes with a registration, and its crop.
struct RegistrationPictureTests {
    private let good = ["username": "ana", "email": "ana@example.com", "password": "a good long one", "display_name": "Ana K."]

    private func count(_ table: SQL, _ site: TestSite) async throws -> Int {
        try await site.database.read(Query<Int>.one("SELECT count(*) FROM \(table)"))
    }

    private func picture(_ size: String, _ site: TestSite) async throws -> WebPPicture? {
        let data: Query<Bytes?> = .first("SELECT data FROM account_pictures WHERE size = $1", size)
        return try await site.database.read(data).flatMap { WebPPicture(removingMetadataFrom: $0.bytes) }
    }

    /// The number of files that the server has processed as pictures.
    private func processedFiles(_ site: TestSite) -> Int { site.server.services.pictures.processedFiles.withLock(\.self) }

    @Test func `a registration picture is used in the account and its clubs`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo(names: ("cleo", "dora"))
            let ana = site.visitor()
            let fields = good.merging(["next": club.invitation]) { $1 }
            let answer = try await ana.upload("/register", fields, [("a.jpg", Images.stripes())])
            #expect(answer.status == .seeOther && answer.headers[.location] == club.invitation)
            try await #expect(ana.get("/account/picture").text.contains("/account/picture/small?"))
            try await ana.post(club.invitation, [:])
            let member = try #require(ID<Member>(try await ana.member(in: club.path)))
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            try await #expect(site.database.read(tenant: tenant, ClubDirectoryQueries().person(member))?.photo != nil)
        }
    }

    @Test(arguments: [
        ([:], "green", 200), (["crop_x": "0", "crop_y": "0.5", "crop_side": "1"], "red", 200),
        (["crop_x": "1", "crop_y": "1", "crop_side": "0.5"], "blue", 100),
    ])
    func `a picture is cropped to the chosen or middle square`(part: [String: String], colour: String, side: Int) async throws {
        try await TestSite.open { site in
            let fields = good.merging(part) { $1 }
            try await #expect(site.visitor().upload("/register", fields, [("a.jpg", Images.stripes())]).status == .seeOther)
            for size in ["large", "small", "avatar"] {
                let picture = try #require(try await picture(size, site))
                let length = size == "avatar" ? 128 : side
                #expect(picture.width == length && picture.height == length)
                try #expect(Images.colour(of: picture.bytes) == colour)
            }
        }
    }

    /// The pixels of a phone's photo are stored sideways. The crop is relative to the upright picture.
    @Test func `the crop applies to the upright picture`() async throws {
        try await TestSite.open { site in
            let photo = try Images.stripes(exif: Images.exif(orientation: 6, words: "Secret maker"))
            let ana = try await site.person("ana")
            for (y, colour) in [("0", "red"), ("1", "blue")] {
                let fields = ["crop_x": "0.5", "crop_y": y, "crop_side": "1"]
                try await #expect(ana.upload("/account/picture", fields, [("a.jpg", photo)]).status == .seeOther)
                let large = try #require(try await picture("large", site))
                try #expect(Images.colour(of: large.bytes) == colour)
                #expect(!String(decoding: large.bytes, as: UTF8.self).contains("Secret maker"))
            }
        }
    }

    @Test func `a refused registration does not process its picture`() async throws {
        try await TestSite.open { site in
            let file = ("a.gif", Images.gif)
            let wrong = try await site.visitor().upload("/register", good.merging(["email": "nowhere"]) { $1 }, [file])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("value=\"nowhere\""))
            #expect(wrong.text.contains("Choose your picture again"))
            // A script keeps the chosen file.
            let asked = try await site.visitor().upload(
                "/register", good.merging(["email": "nowhere"]) { $1 }, [file], [.init("Prefer")!: "return=representation"])
            #expect(!asked.text.contains("Choose your picture again"))
            try await site.visitor().post("/register", good)
            let taken = try await site.visitor().upload("/register", good.merging(["email": "b@example.com"]) { $1 }, [file])
            #expect(taken.status == .unprocessableContent && taken.text.contains("That name is taken"))
            #expect(taken.text.contains("Choose your picture again"))
            #expect(processedFiles(site) == 0)
            try await #expect(count("accounts", site) == 1)
            // An accepted registration does process its picture.
            let other = good.merging(["username": "ben", "email": "b@example.com"]) { $1 }
            try await #expect(site.visitor().upload("/register", other, [file]).status == .seeOther)
            #expect(processedFiles(site) == 1)
        }
    }

    @Test(arguments: [
        ("unreadable", Array("Only words".utf8)), ("pixels", Images.pngHeader(width: 60_000, height: 60_000)),
        ("damaged", Array(((try? Images.jpeg(width: 900, height: 900)) ?? []).prefix(1500))),
    ])
    func `an unreadable picture does not prevent a registration`(fault: String, file: [UInt8]) async throws {
        try await TestSite.open { site in
            let ana = site.visitor()
            let answer = try await ana.upload("/register", good.merging(["next": "/clubs/new"]) { $1 }, [("a.jpg", file)])
            let there = try #require(answer.headers[.location])
            #expect(answer.status == .seeOther && there == "/account/picture?fault=\(fault)&next=%2Fclubs%2Fnew")
            let page = try await ana.get(there).text
            let sentence = try #require(PictureFault(rawValue: fault)).refusal.sentence
            #expect(page.contains("You are registered and signed in") && page.contains(sentence) && page.contains("href=\"/clubs/new\""))
            // Without an address to go on to, the link leads to the start page.
            let nowhere = try await ana.get("/account/picture?fault=\(fault)&next=").text
            #expect(nowhere.contains("href=\"/\">Continue without a picture</a>"))
            try await #expect(count("account_pictures", site) == 0)
            let again = try await ana.upload("/account/picture", ["next": "/clubs/new"], [("a.gif", Images.gif)])
            #expect(again.headers[.location] == "/clubs/new")
            try await #expect(count("account_pictures", site) == 3)
        }
    }

    @Test(arguments: [
        ["crop_x": "1.01"], ["crop_y": "-0.1"], ["crop_side": "0"], ["crop_side": "nan"], ["crop_x": "inf"], ["crop_y": "left"],
        ["crop_side": ""],
    ])
    func `a crop outside the picture is refused`(part: [String: String]) async throws {
        try await TestSite.open { site in
            let fields = good.merging(["crop_x": "0.5", "crop_y": "0.5", "crop_side": "1"]) { $1 }.merging(part) { $1 }
            let answer = try await site.visitor().upload("/register", fields, [("a.gif", Images.gif)])
            #expect(answer.status == .unprocessableContent && answer.text.contains("That is not a part of the picture"))
            try await #expect(count("accounts", site) == 0)
            let ana = try await site.person("ana")
            try await #expect(ana.upload("/account/picture", fields, [("a.gif", Images.gif)]).status == .unprocessableContent)
            #expect(processedFiles(site) == 0)
        }
    }

    @Test func `too large, empty and multiple files are refused`() async throws {
        try await TestSite.open { site in
            for size in [(12 << 20) + 1, 100 << 20] {
                let answer = try await site.visitor().upload("/register", good, [("a.jpg", Array(repeating: 7, count: size))])
                #expect(answer.status == .contentTooLarge && answer.text.contains("That file is larger than 12 MB."))
                #expect(answer.text.contains("value=\"ana@example.com\""))
            }
            let two = try await site.visitor().upload("/register", good, [("a.gif", Images.gif), ("b.gif", Images.gif)])
            #expect(two.status == .unprocessableContent && two.text.contains("Choose one picture."))
            let empty = try await site.visitor().upload("/register", good, [("a.gif", [])])
            #expect(empty.status == .unprocessableContent && empty.text.contains("That file is empty."))
            try await #expect(count("accounts", site) == 0)
            #expect(processedFiles(site) == 0)
            let folder = site.server.services.uploadFolder.path
            try await #expect(eventually { try FileManager.default.contentsOfDirectory(atPath: folder) == ["lock"] })
        }
    }

    @Test func `a registration without a picture needs no upload place`() async throws {
        try await TestSite.open(change: { settings in
            // There is no place for uploads.
            settings.uploads.places = FairSemaphore.Limits(count: 0, maxWaiting: 0)
        }) { site in
            let (plain, with) = (site.visitor(), site.visitor())
            // Browsers send an empty file for an unused file picker.
            try await #expect(plain.upload("/register", good, [("", [])]).status == .seeOther)
            try await #expect(plain.get("/account").text.contains("Ana K."))
            let other = good.merging(["username": "ben", "email": "b@example.com"]) { $1 }
            let crowded = try await with.upload("/register", other, [("a.jpg", Array(repeating: 7, count: 100_000))])
            #expect(crowded.status == .tooManyRequests && crowded.text.contains("Try again in a moment"))
            try await #expect(with.post("/register", other).status == .seeOther)
        }
    }

    @Test func `registration pictures have their own rate limit`() async throws {
        try await TestSite.open(change: { $0.limitsRates = true }) { site in
            let limiter = site.server.services.limiter
            for _ in 0..<Int(RateLimiter.Limit.registrationPicture.burst) { try limiter.spend(.registrationPicture, by: "127.0.0.1") }
            let answer = try await site.visitor().upload("/register", good, [("a.gif", Images.gif)])
            #expect(answer.status == .tooManyRequests && answer.text.contains("Or register without a picture"))
            #expect(answer.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0 && answer.text.contains("value=\"ana\""))
            try await #expect(site.visitor().upload("/register", good, [("", [])]).status == .seeOther)
        }
    }

    @Test func `an incomplete form creates no account`() async throws {
        try await TestSite.open { site in
            let (type, body) = site.visitor().uploadForm(good, [("a.jpg", Array(repeating: 7, count: 100_000))])
            for length in [60, body.readableBytes - 50_000, body.readableBytes - 3] {
                let cut = try #require(body.getSlice(at: 0, length: length))
                let answer = try await site.visitor().send("/register", .post, [.contentType: type], cut)
                #expect(answer.status == .unprocessableContent && answer.text.contains("The form did not arrive completely."))
            }
            try await #expect(count("accounts", site) == 0)
        }
    }

    @Test func `a too slow upload creates no account`() async throws {
        try await TestSite.open(change: { settings in
            settings.limits.sweep = 20
            (settings.limits.uploadWindow, settings.limits.uploadBytesPerSecond) = (1, 8000)
        }) { site in
            let (type, body) = site.visitor().uploadForm(good, [("a.jpg", Array(repeating: 7, count: 100_000))])
            let head = "POST /register HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(body.readableBytes)\r\n\r\n"
            let client = try RawClient(site.address)
            let beginning = head + String(decoding: body.readableBytesView.prefix(2000), as: UTF8.self)
            async let isSent = client.send([beginning] + Array(repeating: "x", count: 100), pause: 0.05)
            await #expect(client.read().statuses == [408])
            _ = await isSent
            try await #expect(count("accounts", site) == 0)
        }
    }
}
