import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Web

/// Parts of a club that its admins can switch off and on again.
struct ClubPartTests {
    @Test func `a part that is switched off is neither reachable nor shown`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ben.post(club.path + "/challenges", ["member": club.ana.member(in: club.path)])
            try await #expect(club.ana.get(club.path + "/members").text.contains("Notices, 1 new"))
            try await #expect(
                club.ana.post(club.path + "/parts", ["on-messages": "1", "on-photos": "1"]).headers[.location] == club.path + "/")
            for path in ["/lobby", "/lobby/live", "/games/1", "/leaderboards/tic-chat-toe", "/challenges/new", "/lobby/messages"] {
                try await #expect(club.ana.get(club.path + path).status == .notFound, "\(path)")
            }
            try await #expect(club.ben.post(club.path + "/lobby/messages", ["text": "Hello", "idempotency_key": "1"]).status == .notFound)
            let page = try await club.ana.get(club.path + "/").text
            #expect(!page.contains(club.path + "/lobby") && !page.contains("Latest results") && page.contains("New here"))
            #expect(!page.contains("Notices, 1 new"))
            let profile = try await club.ana.get(club.path + "/members/ben").text
            #expect(!profile.contains("/challenges/new") && !profile.contains("Boards") && profile.contains("Message"))
            try await #expect(!club.ana.get(club.path + "/notices/settings").text.contains("challenge"))
            // Switching the part on again restores everything.
            try await club.ana.post(club.path + "/parts", ["on-play": "1", "on-messages": "1", "on-photos": "1"])
            try await #expect(club.ana.get(club.path + "/members").text.contains("Notices, 1 new"))
            try await #expect(club.ana.get(club.path + "/lobby").status == .ok)
        }
    }

    @Test func `parts stand in the club's order, which only admins change`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            func labels() async throws -> [String] {
                let page = try await club.ben.get(club.path + "/members").text
                return page.matches(of: /<\/svg><span>(\w+)<\/span>/).map { String($0.1) }.filter { $0 != "More" }
            }
            try await #expect(labels() == ClubPart.all.map(\.label) + ["Me"])
            let names = ClubPart.all.map(\.name)
            #expect(names.prefix(3) == ["play", "photos", "messages"])
            let all = Dictionary(uniqueKeysWithValues: names.map { ("on-" + $0, "1") } + [("order", names.joined(separator: ","))])
            let moved = try await club.ana.post(club.path + "/parts", all.merging(["up": "messages"]) { $1 })
            #expect(moved.headers[.location] == club.path + "/parts")
            try await #expect(labels().prefix(3) == ["Play", "Messages", "Photos"])
            try await club.ana.post(club.path + "/parts", ["order": "nonsense,members,members,,photos", "on-photos": "1", "up": "members"])
            try await #expect(labels() == ["Members", "Photos", "Me"])
            try await #expect(club.ben.get(club.path + "/parts").status == .forbidden)
            try await #expect(club.ben.post(club.path + "/parts", [:]).status == .forbidden)
            // An admin of another club cannot change the parts either.
            let dora = try await site.person("dora")
            try await dora.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            try await #expect(dora.post(club.path + "/parts", [:]).status == .notFound)
            try await #expect(labels() == ["Members", "Photos", "Me"])
        }
    }

    @Test func `without a lobby, new members arrive at the club's page`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let link = String(try #require(try await club.ana.get(club.path + "/lobby").text.firstMatch(of: /\/join\/[\w\-]+\/\w+/)).0)
            try await club.ana.post(club.path + "/parts", [:])
            let dan = try await site.person("dan")
            try await #expect(dan.post(link, [:]).headers[.location] == club.path + "/", "nobody plays here")
            let carmen = try await site.person("carmen")
            try await #expect(carmen.post(club.invitation, [:]).headers[.location] == club.path + "/")
            try await #expect(carmen.get(club.path + "/").status == .ok)
        }
    }

    @Test func `every address of a part begins with one of its path components`() async throws {
        try await TestSite.open { site in
            for feature in features {
                guard let part = feature.part else { continue }
                let map = Site(router: .init(context: AppContext.self), services: site.server.services)
                feature.add(to: map)
                let inClubs = map.map.patterns.filter { $0.hasPrefix("/c/") }
                let components = Set(inClubs.compactMap { $0.split(separator: "/").dropFirst(2).first.map(String.init) })
                #expect(!part.isOptional || components.isSubset(of: part.pathComponents), "\(part.name): \(components)")
                #expect(part.isOptional || part.pathComponents.isSubset(of: components))
            }
        }
    }
}
