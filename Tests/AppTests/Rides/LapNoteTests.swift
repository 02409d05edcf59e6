import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

struct LapNoteTests {
    /// Counts a lap and returns the address of its note.
    private func lap(_ person: Visitor, on ride: String, key: String = "lap-number-1", day: String? = nil) async throws -> String {
        let form = day.map { ["idempotency_key": key, "day": $0] } ?? ["idempotency_key": key]
        try await #expect(person.post(ride + "/laps", form).status == .seeOther)
        return String(try #require(try await person.get(ride).text.firstMatch(of: /href="([^"]+\/laps\/\d+\/note)"/)).1)
    }

    private func rows(_ site: TestSite, _ sql: String) throws -> [[String?]] {
        try ScriptConnection(url: site.test.superuserURL).rows(sql)
    }

    @Test func `a note on a lap can be written, changed and deleted`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await #expect(!club.ben.get(ride).text.contains("/note\""))
            let note = try await lap(club.ben, on: ride)
            let before = try await club.ben.get(ride).text
            #expect(before.contains("Your last laps") && before.contains("Add a note") && !before.contains("Change the note"))
            // The page shows the time of the lap by the park's clock.
            let made = try rows(site, "SELECT to_char(made_at AT TIME ZONE 'UTC', 'FMDD Mon YYYY, HH24:MI') FROM lap_actions")
            let clock = try #require(made[0][0])
            #expect(before.contains(">\(clock)</p>"))
            let form = try await club.ben.get(note).text
            #expect(form.contains("Note on <bdi>Tidal Wave</bdi>") && form.contains("You have not shared a photo yet."))
            let sent = try await club.ben.post(note, ["seat": " Row 7,\n left ", "note": "Hands up.\nTwice <b>."])
            #expect(sent.status == .seeOther && sent.headers[.location] == ride + "#last-laps")
            let page = try await club.ben.get(ride).text
            for words in ["<bdi>Row 7, left</bdi>", "Hands up.\nTwice &lt;b&gt;.", "Change the note"] { #expect(page.contains(words)) }
            try await #expect(club.ben.get(note).text.contains("value=\"Row 7, left\""))
            try await club.ben.post(note, ["seat": "", "note": "Once."])
            let later = try await club.ben.get(ride + "/laps/last").text
            #expect(later.contains("Once.") && !later.contains("Row 7") && later.contains("id=\"last-laps\"") && !later.contains("<html"))
            try await #expect(club.ben.post(note, ["seat": " ", "note": " \n"]).status == .seeOther)
            try #expect(rows(site, "SELECT count(*)::text FROM lap_notes") == [["0"]])
            try await #expect(club.ben.get(ride).text.contains("Add a note"))
        }
    }

    @Test func `a note stays while its day has another lap`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            for number in 1...2 { _ = try await lap(club.ben, on: ride, key: "lap-number-\(number)") }
            try await club.ben.post(lap(club.ben, on: ride, key: "lap-number-3"), ["note": "Hands up."])
            for number in [3, 2] {
                try await club.ben.post(ride + "/laps/removal", ["idempotency_key": "lap-number-\(number)"])
                try await #expect(club.ben.get(ride).text.contains("Hands up."))
            }
            try await club.ben.post(ride + "/laps/removal", ["idempotency_key": "lap-number-1"])
            try await #expect(!club.ben.get(ride).text.contains("Hands up."))
        }
    }

    @Test func `a ride shows the last eight laps, the latest first`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            for day in 1...9 { _ = try await lap(club.ben, on: ride, key: "lap-number-\(day)", day: "2024-05-0\(day)") }
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-x", "day": "2024-05-09", "laps": "4"])
            // A lap that was removed from its day is not listed.
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-y", "day": "2024-05-08", "laps": "0"])
            let page = try await club.ben.get(ride + "/laps/last").text
            #expect(page.matches(of: #/<li /#).count == 8 && page.contains("3 laps"))
            let days = page.matches(of: /row-title">(\d) May/).compactMap { Int($0.1) }
            #expect(days == [9, 9, 7, 6, 5, 4, 3, 2])
            // A day that was entered later has no time.
            #expect(page.contains(">9 May 2024</p>"))
        }
    }

    @Test func `undoing a lap deletes its note`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let note = try await lap(club.ben, on: ride)
            try await club.ben.post(note, ["note": "Hands up."])
            let recap = club.path + "/laps/ben/recap"
            try await #expect(club.ana.get(recap).text.contains("Hands up."))
            try await club.ben.post(ride + "/laps/removal", ["idempotency_key": "lap-number-1"])
            for path in [ride, ride + "/laps/last", recap] {
                try await #expect(!club.ben.get(path).text.contains("Hands up."), "\(path)")
            }
            try await #expect(club.ben.get(note).status == .notFound)
            try await #expect(club.ben.post(note, ["note": "Still."]).status == .notFound)
        }
    }

    @Test func `members can write notes only on their own laps`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await club.addRide("Second Wave")
            let elsewhere = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let note = try await lap(club.ben, on: ride)
            let below = note.dropFirst(ride.count)
            let strange = [
                (club.ana, note), (club.ben, other + below), (club.ben, ride + "/laps/999999/note"), (club.ben, ride + "/laps/0/note"),
                (club.ben, ride + "/laps/x/note"), (elsewhere.ana, note),
                (elsewhere.ana, elsewhere.path + note.dropFirst(club.path.count)),
            ]
            for (person, path) in strange {
                try await #expect(person.get(path).status == .notFound, "\(path)")
                try await #expect(person.post(path, ["note": "Mine"]).status == .notFound, "\(path)")
            }
            let last = elsewhere.path + ride.dropFirst(club.path.count) + "/laps/last"
            try await #expect(elsewhere.ana.get(last).status == .notFound)
            try #expect(rows(site, "SELECT count(*)::text FROM lap_notes") == [["0"]])
        }
    }

    @Test func `an invalid note is refused and keeps what was typed`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let note = try await lap(club.ben, on: ride)
            let (long, seat) = (String(repeating: "é", count: 501), String(repeating: "s", count: 41))
            let answer = try await club.ben.post(note, ["note": long, "seat": seat])
            #expect(answer.status == .unprocessableContent && answer.text.contains(long) && answer.text.contains(seat))
            #expect(answer.text.contains("Use at most 500 characters.") && answer.text.contains("Use at most 40 characters."))
            for photo in ["999999", "x", "-1", "99999999999999999999"] {
                let answer = try await club.ben.post(note, ["note": "Hands up.", "photo": photo])
                #expect(answer.status == .unprocessableContent && answer.text.contains("Choose one of your own photos."), "\(photo)")
            }
            try #expect(rows(site, "SELECT count(*)::text FROM lap_notes") == [["0"]])
            let most = ["note": String(long.dropLast()), "seat": String(seat.dropLast())]
            try await #expect(club.ben.post(note, most).status == .seeOther)
        }
    }

    @Test func `a note's photo is the author's own and respects its audience`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let note = try await lap(club.ben, on: ride)
            func photo(_ person: Visitor, _ audience: String, _ width: Int) async throws -> String {
                let image = try Images.jpeg(width: width, height: 8)
                let sent = try await person.upload(
                    club.path + "/photos", ["audience": audience, "caption": "Picture \(width)"], [("a.jpg", image)])
                let location = sent.headers[.location] ?? ""
                return String(try #require(location.firstMatch(of: /\/photos\/(\d+)/)).1)
            }
            let (mine, secret, theirs) = (
                try await photo(club.ben, "club", 40), try await photo(club.ben, "me", 41), try await photo(club.ana, "club", 42)
            )
            let form = try await club.ben.get(note).text
            #expect(form.contains("value=\"\(mine)\"") && form.contains("value=\"\(secret)\"") && !form.contains("value=\"\(theirs)\""))
            try await #expect(club.ben.post(note, ["photo": theirs]).status == .unprocessableContent)
            let recap = club.path + "/laps/ben/recap"
            for (chosen, isSeen) in [(mine, true), (secret, false)] {
                try await #expect(club.ben.post(note, ["photo": chosen]).status == .seeOther)
                let source = "src=\"\(club.path)/photos/\(chosen)/small\""
                try await #expect(club.ben.get(ride).text.contains("lap-photo\" href=\"\(club.path)/photos/\(chosen)\""))
                try await #expect(club.ana.get(recap).text.contains(source) == isSeen, "\(chosen)")
            }
            // A form without a photo field, as in a club without photos, keeps the photo.
            try await club.ben.post(note, ["note": "Hands up."])
            try #expect(rows(site, "SELECT photo_id::text FROM lap_notes") == [[secret]])
            // Deleting the photo keeps the text of the note.
            try await club.ben.post("\(club.path)/photos/\(secret)/removal", [:])
            try #expect(rows(site, "SELECT photo_id::text, note FROM lap_notes") == [[nil, "Hands up."]])
            try await #expect(club.ben.get(note).status == .ok)
        }
    }

    @Test func `notes are shown to the audience of the rides only`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let note = try await lap(club.ben, on: ride)
            try await club.ben.post(note, ["note": "Hands up.", "seat": "Front row"])
            let recap = club.path + "/laps/ben/recap"
            let seen = try await club.ana.get(recap).text
            #expect(seen.contains("Hands up.") && seen.contains("Front row") && !seen.contains("/note\""))
            // The page of a ride shows members only their own notes.
            try await #expect(!club.ana.get(ride).text.contains("Hands up."))
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "friends"])
            try await #expect(club.ana.get(recap).status == .notFound)
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "club"])
            try await #expect(club.ana.get(recap).status == .ok)
            try await club.ben.post(club.path + "/blocks", ["member": club.ana.member(in: club.path)])
            try await #expect(club.ana.get(recap).status == .notFound)
        }
    }

    @Test func `notes are deleted when their author leaves the club`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let note = try await lap(club.ben, on: ride)
            try await club.ben.post(note, ["note": "Hands up."])
            try await site.leave(club.path, club.ben)
            try await #expect(eventually { try rows(site, "SELECT count(*)::text FROM lap_notes") == [["0"]] })
        }
    }
}
