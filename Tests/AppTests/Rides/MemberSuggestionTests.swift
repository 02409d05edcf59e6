import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

/// Members whom the site suggests to meet.
struct MemberSuggestionTests {
    /// A club in which Ana is checked in at her home park and has ridden its three rides.
    private struct Scene {
        let site: TestSite
        let club: ClubOfTwo
        let park: String
        let rides: [String]
        var people: String { club.path + "/parks/people" }

        func checkIn(_ person: Visitor, for audience: String = "club") async throws {
            let number = String(park.split(separator: "/").last ?? "")
            try await person.post(club.path + "/today", ["park": number, "audience": audience])
        }

        func ride(_ person: Visitor, _ count: Int) async throws {
            for (index, ride) in rides.prefix(count).enumerated() {
                try await person.post(ride + "/laps", ["idempotency_key": "lap-number-\(index)"])
            }
        }

        func follow(_ other: Visitor, _ more: [String: String] = [:]) async throws -> Visitor.Answer {
            let form = ["member": try await other.member(in: club.path)]
            return try await club.ana.post(club.path + "/follows", form.merging(more) { $1 })
        }

        /// The handles that Ana sees, by group.
        func groups() async throws -> [String: [String]] {
            let page = try await club.ana.get(people)
            #expect(page.status == .ok)
            let sections = page.text.matches(of: /<section aria-labelledby="([a-z\-]+)">((?s:.*?))<\/section>/)
            return sections.reduce(into: [:]) { groups, section in
                let names = section.2.matches(of: /members\/(\w+)"><bdi>/).map { String($0.1) }
                if !names.isEmpty { groups[String(section.1)] = names }
            }
        }
    }

    private func withScene(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let rides = [ride, try await club.addRide("Second Wave"), try await club.addRide("Third Wave")]
            let park = String(try #require(try await club.ana.get(ride).text.firstMatch(of: /href="([^"]+\/parks\/\d+)"/)).1)
            let scene = Scene(site: site, club: club, park: park, rides: rides)
            try await scene.checkIn(club.ana)
            try await club.ana.post(park + "/home", [:])
            try await scene.ride(club.ana, 3)
            try await body(scene)
        }
    }

    @Test func `a suggested member is listed once, under the first reason`() async throws {
        try await withScene { scene in
            try await #expect(scene.groups().isEmpty)
            try await #expect(scene.club.ana.get(scene.people).text.contains("Nobody to meet yet."))
            let (cleo, dan) = (try await scene.site.guest("cleo", of: scene.club), try await scene.site.guest("dan", of: scene.club))
            let eve = try await scene.site.guest("eve", of: scene.club)
            try await scene.ride(cleo, 2)
            try await #expect(scene.groups() == ["same-rides": ["cleo"]])
            try await scene.ride(dan, 1)
            try await scene.ride(eve, 3)
            try await #expect(scene.groups() == ["same-rides": ["eve", "cleo", "dan"]])
            let page = try await scene.club.ana.get(scene.people).text
            for words in ["3 rides in common", "2 rides in common", "1 ride in common"] { #expect(page.contains(words)) }
            try await cleo.post(scene.park + "/home", [:])
            try await #expect(scene.groups() == ["same-home": ["cleo"], "same-rides": ["eve", "dan"]])
            for person in [cleo, scene.club.ben] { try await scene.checkIn(person) }
            try await #expect(scene.groups() == ["here-now": ["ben", "cleo"], "same-rides": ["eve", "dan"]])
            // A member without a check-in sees nobody at the park.
            try await scene.club.ana.post(scene.club.path + "/today/end", [:])
            try await #expect(scene.groups() == ["same-home": ["cleo"], "same-rides": ["eve", "dan"]])
        }
    }

    @Test func `members who do not share with the club are not suggested`() async throws {
        try await withScene { scene in
            let ben = scene.club.ben
            try await scene.ride(ben, 3)
            try await ben.post(scene.park + "/home", [:])
            for audience in ["friends", "me"] {
                try await ben.post(scene.club.path + "/profile", ["display_name": "Ben", "rides_for": audience])
                try await scene.checkIn(ben, for: audience)
                try await #expect(scene.groups().isEmpty, "\(audience)")
            }
            // The audience of the check-in and of the rides are checked separately.
            try await scene.checkIn(ben, for: "club")
            try await #expect(scene.groups() == ["here-now": ["ben"]])
            try await scene.checkIn(ben, for: "me")
            try await ben.post(scene.club.path + "/profile", ["display_name": "Ben", "rides_for": "club"])
            try await #expect(scene.groups() == ["same-home": ["ben"]])
        }
    }

    @Test func `followed, blocked and departed members are not suggested`() async throws {
        try await withScene { scene in
            let others = try await ["cleo", "dan", "eve"].asyncMap { try await scene.site.guest($0, of: scene.club) }
            for (index, person) in others.enumerated() {
                try await scene.ride(person, 1)
                if index > 0 { try await person.post(scene.park + "/home", [:]) }
                if index > 1 { try await scene.checkIn(person) }
            }
            try await #expect(scene.groups() == ["here-now": ["eve"], "same-home": ["dan"], "same-rides": ["cleo"]])
            let path = scene.club.path
            try await scene.club.ana.post(path + "/blocks", ["member": try await others[2].member(in: path)])
            try await #expect(scene.groups() == ["same-home": ["dan"], "same-rides": ["cleo"]])
            try await #expect(!others[2].get(scene.people).text.contains("Ana</bdi>"))
            try await others[1].post(path + "/blocks", ["member": try await scene.club.ana.member(in: path)])
            try await #expect(scene.groups() == ["same-rides": ["cleo"]])
            let asked = try await scene.follow(others[0], ["next": scene.people + "?asked=\(others[0].member(in: path))"])
            let page = try await scene.club.ana.get(try #require(asked.headers[.location]))
            #expect(page.text.contains("You have asked <bdi>Cleo</bdi> to be friends.") && page.text.contains("Nobody to meet yet."))
            try await scene.site.leave(path, others[0])
            try await #expect(scene.groups().isEmpty)
        }
    }

    @Test func `a friend request leads back only to pages of the club`() async throws {
        try await withScene { scene in
            let path = scene.club.path
            try await #expect(scene.follow(scene.club.ben).headers[.location] == path + "/friends")
            for bad in ["//evil.example/", "https://evil.example/", "/c/other/", path + "x/", "/\\evil", "x", "/account"] {
                try await #expect(scene.follow(scene.club.ben, ["next": bad]).headers[.location] == path + "/friends", "\(bad)")
            }
            try await #expect(scene.follow(scene.club.ben, ["profile": "ben"]).headers[.location] == path + "/members/ben")
            let next = scene.people + "?asked=\(try await scene.club.ben.member(in: path))"
            try await #expect(scene.follow(scene.club.ben, ["next": next]).headers[.location] == next)
            // An unknown member, or one without a request, is not mentioned.
            for asked in ["x", "", "-1", "99999999999999999999", "999999", try await scene.club.ana.member(in: path)] {
                let page = try await scene.club.ana.get(scene.people + "?asked=" + asked)
                #expect(page.status == .ok && !page.text.contains("You have asked"), "\(asked)")
            }
            try await scene.club.ben.post(path + "/follows", ["member": try await scene.club.ana.member(in: path)])
            try await #expect(scene.club.ana.get(next).text.contains("<bdi>Ben</bdi> is now your friend."))
        }
    }

    @Test func `members of another club are not suggested`() async throws {
        try await withScene { scene in
            let other = try await scene.site.clubOfTwo("mole", names: ("cleo", "dan"))
            try await scene.ride(scene.club.ben, 3)
            try await #expect(other.ana.get(scene.people).status == .notFound)
            let page = try await other.ana.get(other.path + "/parks/people").text
            #expect(page.contains("Nobody to meet yet.") && !page.contains("Ben"))
            for hint in ["Check in", "Choose a home park", "Count a ride"] { #expect(page.contains(">\(hint)</a>"), "\(hint)") }
            let mine = try await scene.club.ana.get(scene.people).text
            for hint in ["Check in", "Choose a home park", "Count a ride"] { #expect(!mine.contains(">\(hint)</a>"), "\(hint)") }
        }
    }

    /// 3,000 candidates do not cost more round trips than a few.
    @Test func `each reason suggests at most twelve members in one round trip`() async throws {
        try await withScene { scene in
            try ScriptConnection(url: scene.site.test.superuserURL).run(
                """
                INSERT INTO members (club_id, handle, display_name) SELECT id, 'rider' || n, 'Rider' FROM clubs, generate_series(1, 3000) n;
                INSERT INTO home_parks (club_id, member_id, park_id) SELECT m.club_id, m.id, p.id FROM members m JOIN parks p USING (club_id)
                    WHERE m.handle LIKE 'rider%' AND m.id % 2 = 0;
                INSERT INTO member_rides (club_id, member_id, ride_id, laps) SELECT m.club_id, m.id, r.id, 1 FROM members m JOIN rides r USING (club_id)
                    WHERE m.handle LIKE 'rider%';
                INSERT INTO check_ins (club_id, member_id, park_id, audience, ends_at)
                    SELECT m.club_id, m.id, p.id, 'club', now() + interval '1 hour' FROM members m JOIN parks p USING (club_id)
                    WHERE m.handle LIKE 'rider%' AND m.id % 3 = 0;
                UPDATE rides SET riders = 3001; ANALYZE
                """)
            let groups = try await scene.groups()
            #expect(groups.mapValues(\.count) == ["here-now": 12, "same-home": 12, "same-rides": 12])
            #expect(Set(groups.values.joined()).count == 36)
            let count = try await scene.site.roundTrips { try await #expect(scene.club.ana.get(scene.people).status == .ok) }
            #expect(count == 1)
        }
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ change: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await change(element)) }
        return values
    }
}
