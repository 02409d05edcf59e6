import Postgres
import TestSupport
import Testing

@testable import App

/// Video games that several members could play together.
struct TogetherTests {
    /// Ana, Ben and Cleo of one club.
    private struct Table {
        var site: TestSite
        var club: ClubOfTwo
        var ana, ben, cleo: Visitor
        var path: String { club.path }

        func put(_ name: String, together: String = "", facts: [String: String] = [:], _ lists: [(Visitor, [String: String])]) async throws
        {
            let made = try await ana.post(path + "/library/games", ["name": name, "together": together].merging(facts) { $1 })
            let game = try #require(made.headers[.location])
            for (who, entry) in lists {
                try await #expect(who.post(game + "/entry", ["state": "plays"].merging(entry) { $1 }).status == .seeOther)
            }
        }

        /// The names on the page, in order.
        func names(_ query: String, for who: Visitor? = nil) async throws -> [String] {
            let page = try await (who ?? ana).get(path + "/library/together?" + query).text
            return page.matches(of: /class="row-title">([^<]*)</).map { String($0.output.1) }
        }
    }

    private func withTable(_ body: @Sendable @escaping (Table) async throws -> Void) async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.guest("cleo", of: club)
            try await body(Table(site: site, club: club, ana: club.ana, ben: club.ben, cleo: cleo))
        }
    }

    @Test func `games that everyone has or wants are found, best first`() async throws {
        try await withTable { table in
            let (ana, ben, cleo) = (table.ana, table.ben, table.cleo)
            try await table.put(
                "Good", together: "4", facts: ["against": "0"], [(ana, ["rating": "6"]), (ben, ["rating": "7"]), (cleo, [:])])
            try await table.put(
                "Better", together: "3", facts: ["against": "0"],
                [(ana, ["rating": "9"]), (ben, ["state": "wants"]), (cleo, ["state": "finished"])])
            try await table.put("Nobody Knows", [(ana, ["rating": "10"]), (ben, [:]), (cleo, [:])])
            try await table.put("For Two", together: "2", facts: ["against": "2"], [(ana, [:]), (ben, [:]), (cleo, [:])])
            try await table.put("Without Cleo", together: "4", [(ana, [:]), (ben, [:])])
            try await table.put("Put Aside", together: "4", [(ana, [:]), (ben, [:]), (cleo, ["state": "aside"])])
            try await #expect(table.names("with=ben,cleo") == ["Better", "Good", "Nobody Knows"])
            try await #expect(table.names("with=ben&with=%40Cleo%3B+ben") == ["Better", "Good", "Nobody Knows"])
            try await #expect(
                table.names("with=ben").sorted() == ["Better", "For Two", "Good", "Nobody Knows", "Put Aside", "Without Cleo"])
            let page = try await ana.get(table.path + "/library/together?with=cleo,ben").text
            #expect(page.contains("3 games for you, Cleo and Ben") && page.contains("Number of players not known"))
            #expect(page.contains("6.5 of 10 on average"))
            // Without other members, no games are shown.
            try await #expect(table.names("").isEmpty)
            try await #expect(table.names("with=ana").isEmpty)
        }
    }

    @Test func `games need a platform that all players share`() async throws {
        try await withTable { table in
            let (ana, ben) = (table.ana, table.ben)
            let facts = ["platforms": "PC; Switch"]
            try await table.put("Apart", together: "4", facts: facts, [(ana, ["platform": "PC"]), (ben, ["platform": "Switch"])])
            try await table.put("Alike", together: "4", facts: facts, [(ana, ["platform": "PC"]), (ben, ["platform": "pc"])])
            try await table.put("Open", together: "4", facts: facts, [(ana, ["platform": "Switch"]), (ben, [:])])
            try await table.put("Any", together: "4", facts: facts, [(ana, [:]), (ben, [:])])
            try await #expect(table.names("with=ben") == ["Alike", "Any", "Open"])
            try await #expect(table.names("with=ben&platform=switch") == ["Any", "Open"])
            try await #expect(table.names("with=ben&platform=PC") == ["Alike", "Any"])
            try await #expect(table.names("with=ben&platform=Amiga").isEmpty)
        }
    }

    @Test func `the random pick prefers games that everyone wants`() async throws {
        try await withTable { table in
            let (ana, ben) = (table.ana, table.ben)
            try await table.put("Played", together: "4", [(ana, [:]), (ben, [:])])
            func picked() async throws -> String {
                let page = try await ana.get(table.path + "/library/together?with=ben&pick=1").text
                return try String(#require(page.firstMatch(of: /pick-name"><a [^>]*><bdi>([^<]*)</)).output.1)
            }
            try await #expect(picked() == "Played")
            for name in ["One", "Two"] {
                try await table.put(name, together: "4", [(ana, ["state": "wants"]), (ben, ["state": "wants"])])
            }
            var all: Set<String> = []
            for _ in 0..<40 { all.insert(try await picked()) }
            #expect(all == ["One", "Two"])
        }
    }

    @Test func `games on hidden lists are not found`() async throws {
        try await withTable { table in
            let (ana, ben) = (table.ana, table.ben)
            try await table.put("Secret", together: "4", [(ana, [:]), (ben, ["state": "wants"])])
            try await #expect(table.names("with=ben") == ["Secret"])
            try table.site.run("UPDATE members SET for_friends = for_friends || '{library_wants}' WHERE handle = 'ben'")
            try await #expect(table.names("with=ben").isEmpty)
            try await #expect(table.names("with=ana", for: ben) == ["Secret"])
            try await ana.post(table.path + "/follows", ["member": try await ben.member(in: table.path)])
            try await #expect(table.names("with=ben").isEmpty)
            try await ben.post(table.path + "/follows", ["member": try await ana.member(in: table.path)])
            try await #expect(table.names("with=ben") == ["Secret"])
            try table.site.run("UPDATE members SET for_friends = '{}', for_me = for_me || '{library_wants}' WHERE handle = 'ben'")
            try await #expect(table.names("with=ben").isEmpty)
        }
    }

    @Test func `unknown and blocked members are named in the refusal`() async throws {
        try await withTable { table in
            let other = try await table.site.person("eve")
            try await other.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            try await table.put("Known", together: "8", [(table.ana, [:]), (table.ben, [:])])
            let page = table.path + "/library/together?with="
            for (handles, words) in [
                ("ben,eve", "Not found: “eve”."), ("nobody,%3Cb%3E", "Not found: “nobody” and “&lt;b&gt;”."),
                ("a,b,c,d,e,f,g,h", "At most 8 people can play together here"),
            ] {
                let answer = try await table.ana.get(page + handles)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
                #expect(!answer.text.contains("Known"))
            }
            try await table.ben.post(table.path + "/blocks", ["member": try await table.ana.member(in: table.path)])
            let blocked = try await table.ana.get(page + "ben")
            #expect(blocked.status == .unprocessableContent && blocked.text.contains("Not found: “ben”."))
            #expect(!blocked.text.contains("Known"))
        }
    }

    @Test func `a search for eight players takes one round trip`() async throws {
        try await withTable { table in
            for name in ["dora", "emil", "fay", "gus", "hal"] { _ = try await table.site.guest(name, of: table.club) }
            let page = table.path + "/library/together?with=ben,cleo,dora,emil,fay,gus,hal"
            try await #expect(table.ana.get(page).status == .ok)
            let count = try await table.site.roundTrips { _ = try await table.ana.get(page) }
            #expect(count <= 1)
        }
    }
}
