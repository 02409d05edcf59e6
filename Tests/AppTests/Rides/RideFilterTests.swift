import TestSupport
import Testing

@testable import App

/// Filters and search of the catalogue.
struct RideFilterTests {
    private static let table = """
        park,place,country,ride,kind,status,maker,height,inversions
        Salt Park,Saltmarsh,Ireland,Gale,coaster,operating,Rosmer,38.5,3
        Salt Park,Saltmarsh,Ireland,Dipper,coaster,closed,Brannagh & Sons,19,0
        Salt Park,Saltmarsh,Ireland,Teacups,flat,operating,Rosmer,,
        Lantern Park,Elder,Germany,Tidal Wave,coaster,operating,Rosmer,24.5,2

        """

    @Test func `rides can be filtered by their facts`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubWithACatalogue(Self.table)
            let cases: [(query: String, words: String, rides: Set<String>)] = [
                ("kind=coaster", "Roller coasters", ["Gale", "Dipper", "Tidal Wave"]),
                ("status=open", "Open rides", ["Gale", "Teacups", "Tidal Wave"]),
                ("country=Germany", "Rides in Germany", ["Tidal Wave"]),
                ("maker=Brannagh+%26+Sons", "Rides by Brannagh &amp; Sons", ["Dipper"]),
                ("height=24.5", "Rides at least 24.5 m high", ["Gale", "Tidal Wave"]),
                ("inversions=1", "Rides with inversions", ["Gale", "Tidal Wave"]),
                (
                    "kind=coaster&country=Ireland&status=open&maker=Rosmer&height=30&inversions=1&ridden=no",
                    "Open roller coasters by Rosmer in Ireland at least 30 m high with inversions not yet ridden", ["Gale"]
                ),
                ("kind=flat&country=Germany", "Flat rides in Germany", []),
                ("kind=coaster&q=tidal", "Roller coasters with a name like “tidal”", ["Tidal Wave"]),
                ("kind=flat&q=tidal", "Flat rides with a name like “tidal”", []),
            ]
            for (query, words, rides) in cases {
                let page = try await club.ben.get(club.path + "/parks?" + query)
                #expect(page.status == .ok && page.text.contains("<h2 dir=\"auto\">\(words)</h2>"), "\(query)")
                #expect(Self.rides(page.text) == rides, "\(query)")
                #expect(page.text.contains("No ride matches.") == rides.isEmpty)
            }
            // The form keeps the chosen filters and offers the values of the club's rides.
            let page = try await club.ben.get(club.path + "/parks?country=Germany&height=24.5").text
            #expect(page.contains("<option value=\"Germany\" selected>") && page.contains("value=\"24.5\""))
            #expect(page.contains("<option value=\"Brannagh &amp; Sons\">") && page.contains("<option value=\"Ireland\">"))
        }
    }

    @Test func `the filter for ridden rides uses the member's own laps`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubWithACatalogue(Self.table)
            let found = try await club.ben.get(club.path + "/parks?q=Gale").text
            let gale = String(try #require(found.firstMatch(of: /href="([^"]+\/rides\/\d+)"><bdi>Gale/)).1)
            try await club.ben.post(gale + "/laps", ["idempotency_key": "lap-number-1"])
            try await #expect(Self.rides(club.ben.get(club.path + "/parks?ridden=yes").text) == ["Gale"])
            try await #expect(Self.rides(club.ben.get(club.path + "/parks?ridden=no&kind=coaster").text) == ["Dipper", "Tidal Wave"])
            try await #expect(Self.rides(club.ana.get(club.path + "/parks?ridden=yes").text).isEmpty)
        }
    }

    @Test func `a long list of rides is paged without gaps or repeats`() async throws {
        try await TestSite.open { site in
            // Each name occurs twice, in different parks.
            let rows = (0..<60).flatMap { number in ["A", "B"].map { "Park \($0),Ride \(100 + number),flat\n" } }
            let club = try await site.clubWithACatalogue("park,ride,kind\n" + rows.joined() + "Park C,Other,dark\n")
            var (path, seen, pages) = (club.path + "/parks?kind=flat" as String?, [String](), 0)
            while let next = path {
                let page = try await club.ben.get(next).text
                seen += page.matches(of: /href="[^"]+\/rides\/(\d+)"><bdi>/).map { String($0.1) }
                path = page.firstMatch(of: /rel="next" href="([^"]+)"/).map { String($0.1).replacing("&amp;", with: "&") }
                pages += 1
            }
            #expect(pages == 3 && seen.count == 120 && Set(seen).count == 120)
            // The cursor may be a ride that no longer exists, but it must be a number.
            try await #expect(club.ben.get(club.path + "/parks?kind=flat&after=999999").status == .ok)
            try await #expect(club.ben.get(club.path + "/parks?kind=flat&after=x").status == .notFound)
        }
    }

    @Test func `an invalid height is refused, other invalid filters are ignored`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubWithACatalogue(Self.table)
            for height in ["high", "-3", "1e99", "NaN"] {
                let page = try await club.ben.get(club.path + "/parks?kind=coaster&height=" + height)
                #expect(page.status == .unprocessableContent && page.text.contains("Write a number from 0.01 to 1000"), "\(height)")
                #expect(Self.rides(page.text).isEmpty && page.text.contains("<details class=\"fold narrowing\" open>"))
            }
            for query in ["kind=submarine", "status=x&ridden=perhaps", "country=&maker="] {
                try await #expect(club.ben.get(club.path + "/parks?" + query).text.contains("Lantern Park"))
            }
            let strange = try await club.ben.get(
                club.path + "/parks?country=%3Cb%3E%00&maker=" + String(repeating: "%E2%98%83", count: 300))
            #expect(strange.status == .ok && strange.text.contains("No ride matches.") && strange.text.contains("Rides by ☃"))
        }
    }

    @Test func `rides of another club are not found`() async throws {
        try await TestSite.open { site in
            _ = try await site.clubWithACatalogue(Self.table)
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let page = try await other.ana.get(other.path + "/parks?kind=coaster").text
            #expect(Self.rides(page).isEmpty && !page.contains("Brannagh") && !page.contains("Germany"))
        }
    }

    @Test func `a search finds names despite typing mistakes`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubWithACatalogue(
                Self.table + "Gull Park,,,The Comet,coaster,,,,\nGull Park,,,Zeppelin,coaster,,,,\n")
            for (typed, meant) in [
                ("Gael", "Gale"), ("Gake", "Gale"), ("Gle", "Gale"), ("Galle", "Gale"), ("gale", "Gale"), ("Tidl Wave", "Tidal Wave"),
                ("Tidla Wave", "Tidal Wave"), ("Comte", "The Comet"), ("Ocmet", "The Comet"), ("Dippr", "Dipper"), ("Dipepr", "Dipper"),
            ] {
                let found = try await club.ben.get(club.path + "/parks?q=" + typed.replacing(" ", with: "+")).text
                #expect(Self.rides(found).contains(meant), "\(typed)")
                #expect(!Self.rides(found).contains("Zeppelin"), "\(typed)")
            }
            try await #expect(club.ben.get(club.path + "/parks?q=Slat+Park").text.contains("<bdi>Salt Park</bdi>"))
            try await #expect(club.ben.get(club.path + "/parks?q=Zirkus").text.contains("No park or ride has a name like"))
        }
    }

    private static func rides(_ page: String) -> Set<String> {
        Set(page.matches(of: /\/rides\/\d+"><bdi>([^<]+)</).map { String($0.1) })
    }
}

extension TestSite {
    /// A club of two whose parks and rides are imported from a table.
    func clubWithACatalogue(_ table: String) async throws -> ClubOfTwo {
        let club = try await clubOfTwo()
        let answer = try await club.ana.upload(club.path + "/parks/import", [:], [("rides.csv", Array(table.utf8))])
        #expect(answer.status == .ok && answer.text.contains("role=\"status\""), "\(answer.text)")
        return club
    }
}
