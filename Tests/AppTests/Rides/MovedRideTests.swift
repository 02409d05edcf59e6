import TestSupport
import Testing

@testable import App
@testable import Postgres

/// Rides that moved from one park to another.
struct MovedRideTests {
    @Test func `both entries of a moved ride link to each other`() async throws {
        try await TestSite.open { site in
            let (club, old, new) = try await site.clubWithTwoRides()
            let facts = ["name": "New Dragon", "kind": "coaster", "opened": "1999"]
            try await #expect(
                club.ana.post(new, facts.merging(["moved_from": " Old  Dragon ,Salt Park"]) { $1 }).headers[.location] == new)
            try await #expect(
                club.ben.get(new).text.contains("<a href=\"\(old)\" dir=\"auto\">Was at Salt Park as Old Dragon until 1998</a>"))
            try await #expect(
                club.ben.get(old).text.contains("<a href=\"\(new)\" dir=\"auto\">Moved to Gull, Park as New Dragon in 1999</a>"))
            let form = try await club.ana.get(new + "/edit").text
            #expect(form.contains("name=\"moved_from\" value=\"Old Dragon, Salt Park\""))
            let history = try await club.ben.get(new + "/history").text
            #expect(history.contains("Moved from") && history.contains("<ins dir=\"auto\">Old Dragon, Salt Park</ins>"))
            // The unchanged form keeps the move and records no change. An empty field deletes the move.
            try await club.ana.post(new, facts.merging(["moved_from": "Old Dragon, Salt Park"]) { $1 })
            try await #expect(club.ben.get(new).text.contains("Was at Salt Park"))
            try await club.ana.post(new, facts)
            try await #expect(!club.ben.get(new).text.contains("Was at"))
            try await #expect(!club.ben.get(old).text.contains("Moved to"))
            try await #expect(club.ben.get(new + "/history").text.matches(of: /<dt>Moved from<\/dt>/).count == 2)
        }
    }

    @Test func `the previous ride is given by number, address or name`() async throws {
        try await TestSite.open { site in
            let (club, old, new) = try await site.clubWithTwoRides()
            // The name of the park contains a comma.
            for (text, ride, words) in [
                (number(old), new, "Old Dragon, Salt Park"), ("https://example.org" + old, new, "Old Dragon, Salt Park"),
                ("", new, ""), ("New Dragon, Gull, Park", old, "New Dragon, Gull, Park"),
                ("New Dragon; Gull, Park", old, "New Dragon, Gull, Park"),
                ("New Dragon, Gull, Park, Gullhaven", old, "New Dragon, Gull, Park"),
            ] {
                let name = ride == new ? "New Dragon" : "Old Dragon"
                try await #expect(
                    club.ana.post(ride, ["name": name, "kind": "coaster", "moved_from": text]).headers[.location] == ride, "\(text)")
                try await #expect(club.ana.get(ride + "/edit").text.contains("name=\"moved_from\" value=\"\(words)\""), "\(text)")
            }
        }
    }

    @Test func `an impossible previous ride is refused with a sentence`() async throws {
        try await TestSite.open { site in
            let (club, old, new) = try await site.clubWithTwoRides()
            let foreign = try await site.clubWithTwoRides("mole", names: ("cleo", "dan")).old
            func send(_ ride: String, _ name: String, _ text: String) async throws -> String {
                let answer = try await club.ana.post(ride, ["name": name, "kind": "coaster", "moved_from": text])
                #expect(answer.status == .unprocessableContent, "\(text)")
                #expect(answer.text.contains("href=\"#moved_from\""))
                return answer.text
            }
            for text in [
                "Nothing", "Old Dragon", "Old Dragon, Nowhere", number(foreign), "999999", "0", ",", ";;;;;;;;;;;;",
                "a, b, c, d, e, f, g, h, i, j, k",
            ] {
                try await #expect(send(new, "New Dragon", text).contains("There is no such ride here."), "\(text)")
            }
            try await #expect(send(new, "New Dragon", String(repeating: "a", count: 311)).contains("Use at most 310 characters."))
            try await #expect(send(old, "Old Dragon", "Old Dragon, Salt Park").contains("This is the same ride."))
            // A chain of moves cannot be a circle.
            let third = try await club.addRide("Third Dragon")
            for (ride, name, from) in [(new, "New Dragon", "Old Dragon, Salt Park"), (third, "Third Dragon", "New Dragon, Gull, Park")] {
                try await club.ana.post(ride, ["name": name, "kind": "coaster", "moved_from": from])
            }
            for (ride, name) in [(old, "Old Dragon"), (new, "New Dragon")] {
                try await #expect(send(ride, name, number(third)).contains("Two rides cannot be moved from each other"))
            }
            // The database also refuses a circle, for parallel requests.
            let connection = try ScriptConnection(url: site.test.superuserURL)
            #expect(throws: DatabaseError.self) {
                try connection.rows("UPDATE rides SET moved_from = $1::bigint WHERE id = $2::bigint", [number(third), number(new)])
            }
            let page = try await club.ana.post(club.path + "/parks", ["name": "Salt Park", "place": "Elsewhere", "time_zone": "UTC"])
            let second = try #require(page.headers[.location])
            try await club.ana.post(second + "/rides", ["name": "Old Dragon", "kind": "coaster"])
            let fourth = try await club.addRide("Fourth Dragon")
            try await #expect(send(fourth, "Fourth Dragon", "Old Dragon, Salt Park").contains("There are several rides with this name."))
            let meant = ["name": "Fourth Dragon", "kind": "coaster", "moved_from": "Old Dragon, Salt Park, Elsewhere"]
            try await #expect(club.ana.post(fourth, meant).headers[.location] == fourth)
            try await #expect(club.ana.get(fourth + "/edit").text.contains("value=\"Old Dragon, Salt Park, Elsewhere\""))
        }
    }

    @Test func `members can propose a move as a correction`() async throws {
        try await TestSite.open { site in
            let (club, old, new) = try await site.clubWithTwoRides()
            let form = ["name": "New Dragon", "kind": "coaster", "opened": "1999", "evidence": "A plate"]
            let unknown = try await club.ben.post(new + "/corrections", form.merging(["moved_from": "Nothing"]) { $1 })
            #expect(unknown.status == .unprocessableContent && unknown.text.contains("There is no such ride here."))
            func propose() async throws -> String {
                try await club.ben.post(new + "/corrections", form.merging(["moved_from": number(old)]) { $1 })
                let list = try await club.ana.get(club.path + "/parks/corrections").text
                #expect(list.contains("<ins dir=\"auto\">Old Dragon, Salt Park</ins>"))
                return String(try #require(list.firstMatch(of: /action="([^"]+\/acceptance)"/)).1)
            }
            try await club.ana.post(propose(), [:])
            try await #expect(club.ben.get(new).text.contains("Was at Salt Park as Old Dragon"))
            // The previous ride is renamed before the correction is accepted.
            try await club.ana.post(new, ["name": "New Dragon", "kind": "coaster", "opened": "1999"])
            let path = try await propose()
            try await club.ana.post(old, ["name": "Renamed", "kind": "coaster"])
            let late = try await club.ana.post(path, [:])
            #expect(late.status == .conflict && late.text.contains("this correction no longer fits"))
        }
    }

    @Test func `catalogue files export and import moves`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubWithACatalogue(
                """
                park;ride;opened;closed;moved_from
                Gull, Park;New Dragon;1999;;Old Dragon, Salt Park
                Salt Park;Old Dragon;1972;1998;
                Moon Park;Last Dragon;;;"New Dragon; Gull, Park"

                """)
            let file = try await club.ben.get(club.path + "/parks/catalogue.csv").text
            #expect(file.contains("Old Dragon; Salt Park") && file.contains("New Dragon; Gull, Park"))
            let connection = try ScriptConnection(url: site.test.superuserURL)
            func moves() throws -> [[String?]] {
                try connection.rows(
                    """
                    SELECT c.slug, r.name, m.name, f.name FROM rides r JOIN clubs c ON c.id = r.club_id JOIN rides m ON m.id = r.moved_from
                    JOIN rides f ON f.id = r.first_id ORDER BY 1, 2
                    """)
            }
            try #expect(
                moves().map { $0.dropFirst().map { $0 ?? "" } } == [
                    ["Last Dragon", "New Dragon", "Old Dragon"], ["New Dragon", "Old Dragon", "Old Dragon"],
                ])
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            for ending in ["csv", "json"] {
                let text = try await club.ben.get("\(club.path)/parks/catalogue.\(ending)").text
                let answer = try await other.ana.upload(other.path + "/parks/import", [:], [("a." + ending, Array(text.utf8))])
                #expect(answer.text.contains(ending == "csv" ? "3 rides: 3 new" : "3 rides: 0 new, 0 changed, 3 as before."))
                try #expect(moves().count == 4)
            }
            // An empty field deletes the move. A file without the column keeps it.
            _ = try await other.ana.upload(
                other.path + "/parks/import", [:], [("a", Array("park,ride,kind\nMoon Park,Last Dragon,dark\n".utf8))])
            try #expect(moves().count == 4)
            let gone = Array("park,ride,moved_from\nMoon Park,Last Dragon,\n\"Gull, Park\",New Dragon,Old Dragon; Salt Park\n".utf8)
            let answer = try await other.ana.upload(other.path + "/parks/import", [:], [("a", gone)]).text
            #expect(answer.contains("2 rides: 0 new, 1 changed, 1 as before."))
            try #expect(moves().count == 3)
        }
    }

    @Test func `a file with an impossible move is not imported`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let head = "park,ride,moved_from\n"
            for (rows, problem) in [
                ("A,One,\nB,Two,\"Three, C\"\n", "Line 3, moved from: There is no such ride here."),
                ("A,One,One; A\n", "Line 2, moved from: That ride was moved from this one"),
                ("A,One,Two; B\nB,Two,Three; C\nC,Three,One; A\n", "Line 4, moved from: That ride was moved from this one"),
                ("A,One,99\n", "Line 2, moved from: There is no such ride here."),
            ] {
                let answer = try await club.ana.upload(club.path + "/parks/import", [:], [("a.csv", Array((head + rows).utf8))])
                #expect(answer.status == .unprocessableContent && answer.text.contains(problem), "\(rows)")
                try await #expect(club.ana.get(club.path + "/parks").text.contains("No parks yet."))
            }
        }
    }

    @Test func `a former name can include its years`() async throws {
        try await TestSite.open { site in
            let (club, _, new) = try await site.clubWithTwoRides()
            let names = (1...9).map { "Former Name \($0) (198\($0)–1991)" }.joined(separator: "; ")
            try await club.ana.post(new, ["name": "New Dragon", "kind": "coaster", "former_names": names])
            try await #expect(club.ben.get(new).text.contains("Former Name 9 (1989–1991)"))
            try await #expect(club.ben.get(club.path + "/parks?q=former+name+7").text.contains("New Dragon"))
        }
    }

    private func number(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}

extension TestSite {
    /// A club with one ride in each of two parks. The first ride has closed.
    fileprivate func clubWithTwoRides(_ slug: String = "pier", names: (String, String) = ("ana", "ben")) async throws
        -> (ClubOfTwo, old: String, new: String)
    {
        let club = try await clubOfTwo(slug, names: names)
        func add(_ park: [String: String], _ ride: [String: String]) async throws -> String {
            let path = try #require(
                try await club.ana.post(club.path + "/parks", park.merging(["time_zone": "UTC"]) { $1 }).headers[.location])
            return try #require(try await club.ana.post(path + "/rides", ride).headers[.location])
        }
        let old = try await add(["name": "Salt Park"], ["name": "Old Dragon", "kind": "coaster", "opened": "1972", "closed": "1998-10"])
        let new = try await add(["name": "Gull, Park", "place": "Gullhaven"], ["name": "New Dragon", "kind": "coaster", "opened": "1999"])
        return (club, old, new)
    }
}
