import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import Postgres
import Subprocess
import SystemPackage
import Testing

@testable import App

struct ExportTests {
    /// Downloads a person's export, unpacks it with Python's zipfile, and returns the files by name.
    private func download(_ person: Visitor, at site: TestSite) async throws -> [String: Data] {
        var request = HTTPClientRequest(url: site.address + "/account/export")
        request.headers.add(name: "Cookie", value: "session=\(person.sessionToken)")
        let response = try await TestSite.client.execute(request, timeout: .seconds(300))
        #expect(response.status == .ok && response.headers.first(name: "Content-Type") == "application/zip")
        #expect(response.headers.first(name: "Content-Disposition")?.hasPrefix("attachment; filename=\"boardwalk-") == true)
        let bytes = try await response.body.collect(upTo: 256 << 20)
        let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(buffer: bytes).write(to: folder.appending(path: "all.zip"))
        let result = try await Subprocess.run(
            .name("python3"), arguments: ["-m", "zipfile", "-e", "all.zip", "files"], workingDirectory: FilePath(folder.path()),
            output: .discarded, error: .string(limit: 4096))
        #expect(result.terminationStatus.isSuccess, "\(result.standardError)")
        let root = folder.appending(path: "files")
        let names = FileManager.default.enumerator(atPath: root.path())?.compactMap { $0 as? String } ?? []
        var files: [String: Data] = [:]
        for name in names {
            if let data = FileManager.default.contents(atPath: root.appending(path: name).path()), !name.hasSuffix("/") {
                files[name] = data
            }
        }
        return files
    }

    private func list(_ data: Data?) throws -> [[String: Any]] {
        let parsed = try JSONSerialization.jsonObject(with: try #require(data))
        return try #require(parsed as? [[String: Any]])
    }

    private func object(_ data: Data?) throws -> [String: Any] {
        let parsed = try JSONSerialization.jsonObject(with: try #require(data))
        return try #require(parsed as? [String: Any])
    }

    @Test func `the export contains the account's picture and sign-in methods`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = site.visitor()
            try await ana.arrive(as: "annie")
            _ = try await ana.upload("/account/picture", [:], [("a.gif", Images.gif)])
            let files = try await download(ana, at: site)
            #expect(files["picture.webp"]?.prefix(4) == Data("RIFF".utf8))
            try #expect(list(files["sign-in-methods.json"]).map { $0["subject"] as? String } == ["ana-1"])
            try #expect(object(files["account.json"])["email"] is NSNull)
            let ben = try await site.person("ben")
            let without = try await download(ben, at: site)
            #expect(without["picture.webp"] == nil)
            try #expect(list(without["sign-in-methods.json"]).isEmpty)
        }
    }

    @Test func `the export contains the tags of the member's own photos`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let number = try #require(Int(ride.split(separator: "/").last ?? ""))
            let tag = "\(club.path)/photos?tag=ride-\(number)"
            let photo = try #require(try await club.ana.upload(tag, [:], [("a.gif", Images.gif)]).headers[.location])
            _ = try await club.ana.upload(club.path + "/photos", [:], [("b.gif", Images.gif + [0])])
            _ = try await club.ben.upload(tag, [:], [("c.gif", Images.gif + [0, 0])])
            let tagged = try await list(download(club.ana, at: site)["pier/photo-tags.json"])
            #expect(tagged.map { $0["photo"] as? Int } == [Int(photo.prefix { $0 != "?" }.split(separator: "/").last ?? "")])
            let tags = try #require(tagged.first?["tags"] as? [[String: Any]])
            #expect(tags.map { $0["kind"] as? String } == ["ride"] && tags.map { $0["number"] as? Int } == [number])
        }
    }

    @Test func `the export contains a member's own data and conversations`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (game, _, _) = try await club.game()
            let ben = try await club.ben.member(in: club.path)
            try await club.ana.post(club.path + "/lobby/messages", ["text": "Mine, \"quoted\" 🎡", "idempotency_key": "1"])
            try await club.ben.post(club.path + "/lobby/messages", ["text": "Not hers", "idempotency_key": "1"])
            try await club.ana.post(club.path + "/follows", ["member": ben])
            let conversation = try #require(try await club.ana.post(club.path + "/messages", ["member": ben]).headers[.location])
            try await club.ana.post(conversation + "/messages", ["text": "Dear Ben", "idempotency_key": "1"])
            try await club.ben.post(conversation + "/messages", ["text": "Dear Ana", "idempotency_key": "1"])
            try await club.ben.post(conversation + "/messages", ["text": "Never mind", "idempotency_key": "2"])
            let line = try #require(try await club.ben.get(conversation).text.matches(of: /id="message-(\d+)"/).last).1
            try await club.ben.post("\(conversation)/messages/\(line)/removal", [:])
            let photo = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            _ = try await club.ben.upload(club.path + "/photos", [:], [("a.gif", Images.gif)])
            let files = try await download(club.ana, at: site)
            #expect(try list(files["pier/messages.json"]).map { $0["text"] as? String } == ["Mine, \"quoted\" 🎡"])
            #expect(try list(files["pier/games.json"]).map { $0["id"] as? Int } == [Int(game.split(separator: "/").last ?? "")])
            #expect(try list(files["pier/follows.json"]).map { $0["handle"] as? String } == ["ben"])
            let number = conversation.split(separator: "/").last ?? ""
            let talk = try object(files["pier/messages/\(number).json"])
            #expect(talk["with"] as? String == "Ben")
            #expect((talk["messages"] as? [[String: Any]])?.map { $0["text"] as? String } == ["Dear Ben", "Dear Ana", ""])
            #expect(files.keys.filter { $0.hasSuffix(".webp") } == ["pier/photos/\(photo.split(separator: "/").last ?? "").webp"])
            let account = try object(files["account.json"])
            #expect((account["display_preferences"] as? [String: Any])?["skin_tone"] as? String == "yellow")
            #expect(
                (account["display_preferences"] as? [String: Any])?["scheme"] as? String == "system"
                    && account["clubs"] as? [String] == ["pier"])
            #expect(try list(files["pier/followers.json"]).isEmpty)
            #expect(account["username"] as? String == "ana" && account["email"] as? String == "ana@example.com")
            #expect(!files.values.contains { String(decoding: $0, as: UTF8.self).contains("Not hers") })
            try await #expect(site.visitor().get("/account/export").status == .seeOther)
        }
    }

    @Test func `the export contains every club of an account with 221 clubs`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try ScriptConnection(url: site.test.superuserURL).run(
                """
                WITH new AS (INSERT INTO clubs (slug, name, visibility)
                        SELECT 'pier-' || n, 'Pier ' || n, 'private' FROM generate_series(1, 220) n RETURNING id),
                    joined AS (INSERT INTO members (club_id, handle, display_name) SELECT id, 'ben', 'Ben' FROM new RETURNING club_id, id)
                INSERT INTO memberships (account_id, club_id, member_id)
                    SELECT (SELECT id FROM accounts WHERE username = 'ben'), club_id, id FROM joined
                """)
            site.server.services.sessions.evict(ID<Account>(2))
            let files = try await download(club.ben, at: site)
            #expect(files.keys.filter { $0.hasSuffix("/photos.json") }.count == 221)
        }
    }

    @Test func `an export of 100,000 messages is complete`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await site.sayAHundredThousandLines("ben", in: "pier")
            let files = try await download(club.ben, at: site)
            #expect(try list(files["pier/messages.json"]).count == 100_000)
        }
    }
}
