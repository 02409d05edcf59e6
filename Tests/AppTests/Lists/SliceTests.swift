import Postgres
import Testing

@testable import App

struct SliceTests {
    /// A club of 122 members.
    private func crowd(_ site: TestSite) async throws -> ClubOfTwo {
        let club = try await site.clubOfTwo()
        let id = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
        try await site.database.write(
            tenant: id,
            Query<Int>.change(
                """
                INSERT INTO members (club_id, handle, display_name)
                SELECT (SELECT min(club_id) FROM members), 'guest' || n, 'Guest ' || n FROM generate_series(1, 120) n
                """))
        return club
    }

    private func link(_ rel: String, in page: String) -> String? {
        page.split(separator: "rel=\"\(rel)\" href=\"").dropFirst().first.map {
            String($0.prefix { $0 != "\"" }).replacing("&amp;", with: "&")
        }
    }

    private func guests(in page: String) -> [Int] { page.matches(of: /members\/guest(\d+)"/).compactMap { Int($0.1) } }

    @Test func `paging back shows the same page as paging forward`() async throws {
        try await TestSite.open { site in
            let club = try await crowd(site)
            let first = try await club.ana.get(club.path + "/members").text
            #expect(guests(in: first) == Array(1...48) && link("prev", in: first) == nil)
            let second = try await club.ana.get(try #require(link("next", in: first))).text
            #expect(guests(in: second) == Array(49...98))
            let third = try await club.ana.get(try #require(link("next", in: second))).text
            #expect(guests(in: third) == Array(99...120) && link("next", in: third) == nil)
            let back = try await club.ana.get(try #require(link("prev", in: third))).text
            #expect(guests(in: back) == Array(49...98))
            #expect(third.contains("href=\"\(club.path)/members\">"))
        }
    }

    @Test func `a list with the newest first can be paged both ways`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let id = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            try await site.database.write(
                tenant: id,
                Query<Int>.change(
                    """
                    WITH photo AS (
                        INSERT INTO photos (club_id, member_id, digest, caption)
                        SELECT club_id, id, sha256(n::text::bytea), 'Photo ' || n FROM members, generate_series(1, 60) n WHERE handle = 'ben'
                        RETURNING club_id, id
                    )
                    INSERT INTO photo_files (club_id, photo_id, size, width, height, data)
                    SELECT club_id, id, size, 4, 3, '\\x00' FROM photo, unnest(ARRAY['small', 'large']) size
                    """))
            func captions(_ page: String) -> [Int] {
                page.matches(of: /photo-caption" dir="auto">Photo (\d+)</).compactMap { Int($0.1) }
            }
            for query in ["", "?of=ben"] {
                let first = try await club.ana.get(club.path + "/photos" + query).text
                let shown = captions(first)
                let second = try await club.ana.get(try #require(link("next", in: first))).text
                let third = try await club.ana.get(try #require(link("next", in: second))).text
                #expect(shown.count == 24 && captions(second).count == 24 && captions(third).count == 12)
                #expect(shown + captions(second) + captions(third) == (shown + captions(second) + captions(third)).sorted(by: >))
                let back = try await club.ana.get(try #require(link("prev", in: third))).text
                #expect(captions(back) == captions(second))
                let beginning = try await club.ana.get(try #require(link("prev", in: back)))
                #expect(beginning.headers[.location] == club.path + "/photos" + query)
            }
        }
    }

    @Test func `an empty page redirects to the first page`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for list in ["photos", "notices", "messages"] {
                let answer = try await club.ana.get("\(club.path)/\(list)?before=1")
                #expect(answer.headers[.location] == "\(club.path)/\(list)")
            }
        }
    }

    @Test func `paging back to the start redirects to the first page`() async throws {
        try await TestSite.open { site in
            let club = try await crowd(site)
            let first = try await club.ana.get(club.path + "/members").text
            let second = try await club.ana.get(try #require(link("next", in: first))).text
            let answer = try await club.ana.get(try #require(link("prev", in: second)))
            #expect(answer.status == .seeOther && answer.headers[.location] == club.path + "/members")
        }
    }

    @Test(arguments: ["members", "photos", "notices", "messages"]) func `a malformed cursor is not found`(list: String) async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for query in ["before=x", "after=-1", "after=0", "before=1e3", "after=99999999999999999999"] {
                try await #expect(club.ana.get("\(club.path)/\(list)?\(query)").status == .notFound, "\(query)")
            }
            for query in ["before=1", "after=\(Int.max)"] {
                try await #expect([.ok, .seeOther].contains(club.ana.get("\(club.path)/\(list)?\(query)").status), "\(query)")
            }
        }
    }

    @Test func `a descending slice links to the rows after its last one`() {
        let newest = Cursor<Photo>()
        #expect(newest.beyond.description == "<" && newest.order.description == "DESC" && newest.key == .last)
        let slice = Slice([9, 8, 7].map { ID<Photo>($0) }, at: newest, size: 2)
        let pager = slice.pager(at: "/photos?of=ana", \.self)
        #expect(slice.rows.map(\.rawValue) == [9, 8] && pager.first == nil && pager.previous == nil)
        #expect(pager.next == "/photos?of=ana&before=8")
    }
}
