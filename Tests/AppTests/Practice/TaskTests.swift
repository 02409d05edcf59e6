import Foundation
import TestSupport
import Testing

@testable import App

/// The list of daily practice tasks.
struct TaskTests {
    private static let everyDay = (0...6).map { ("weekday", "\($0)") }

    /// Creates a task and returns its number.
    private func add(
        _ title: String, _ fields: [(String, String)] = everyDay, to site: TestSite, _ club: ClubOfTwo
    ) async throws -> String {
        let answer = try await club.ana.submit(club.path + "/practice/tasks", [("title", title)] + fields)
        #expect(answer.status == .seeOther, "\(title)")
        return try site.rows("SELECT max(id) FROM practice_tasks")[0]
    }

    private func today(_ site: TestSite, _ days: Int = 0) throws -> String {
        try site.rows("SELECT (now() AT TIME ZONE 'UTC')::date + \(days)")[0]
    }

    @Test func `a task can be ticked and opened again`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let task = try await add("Walk to the sea", to: site, club)
            let (path, today) = ("\(club.path)/practice/tasks", try today(site))
            var page = try await club.ana.get(path).text
            #expect(page.contains("0 of 1 done") && page.contains("aria-checked=\"false\"") && page.contains("Walk to the sea"))
            try await club.ana.post("\(path)/\(task)/days", ["day": today, "state": "done"])
            page = try await club.ana.get(path).text
            #expect(page.contains("1 of 1 done") && page.contains("aria-checked=\"true\"") && page.contains("All done for today."))
            try await #expect(club.ana.get(club.path + "/practice").text.contains("1 of 1 done."))
            // Ticking a task twice counts once.
            try await club.ana.post("\(path)/\(task)/days", ["day": today, "state": "done"])
            try await club.ana.post("\(path)/\(task)/days", ["day": today, "state": "open"])
            try await #expect(club.ana.get(path).text.contains("0 of 1 done"))
        }
    }

    @Test func `an open task from yesterday is offered again`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let task = try await add("Stretch", to: site, club)
            let (path, yesterday) = ("\(club.path)/practice/tasks", try today(site, -1))
            try await #expect(!club.ana.get(path).text.contains("Left from yesterday"))
            try site.run("UPDATE practice_tasks SET since = since - 10")
            try await #expect(club.ana.get(path).text.contains("Left from yesterday"))
            try await club.ana.post("\(path)/\(task)/days", ["day": yesterday, "state": "done"])
            try await #expect(!club.ana.get(path).text.contains("Left from yesterday"))
            for (day, state) in [(try today(site, -2), "done"), (try today(site, 1), "done")] {
                let answer = try await club.ana.post("\(path)/\(task)/days", ["day": day, "state": state])
                #expect(answer.status == .unprocessableContent && answer.text.contains("You can tick only tasks of today and yesterday."))
            }
            try #expect(site.rows("SELECT day::text FROM practice_task_days") == [yesterday])
        }
    }

    @Test func `finishing a game ticks its task`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await add("", Self.everyDay + [("game", "wordley")], to: site, club)
            _ = try await add("Slide", Self.everyDay + [("game", "slideit")], to: site, club)
            try await #expect(club.ana.get(club.path + "/practice/tasks").text.contains("A game of Wordley"))
            let game = try await club.ana.begin(.wordley, in: club.path)
            try await club.ana.post("\(club.path)/practice/wordley/\(game)/surrender", [:])
            try await #expect(club.ana.get(club.path + "/practice").text.contains("1 of 2 done. Next: Slide."))
        }
    }

    @Test func `the bell reminds of a task from its time until done`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let task = try await add("Walk", Self.everyDay + [("time", "00:00"), ("has_notice", "1")], to: site, club)
            _ = try await add("Not told", Self.everyDay + [("time", "00:00")], to: site, club)
            var notices = try await club.ana.get(club.path + "/notices").text
            #expect(notices.contains("planned “Walk” for 00:00") && !notices.contains("Not told"))
            try await #expect(!club.ben.get(club.path + "/notices").text.contains("Walk"))
            try await club.ana.post("\(club.path)/practice/tasks/\(task)/days", ["day": try today(site), "state": "done"])
            notices = try await club.ana.get(club.path + "/notices").text
            #expect(!notices.contains("“Walk”"))
            // The bell does not show a task before its time.
            try await club.ana.post("\(club.path)/practice/tasks/\(task)/days", ["day": try today(site), "state": "open"])
            let later = try site.rows("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '1 hour', 'HH24:MI')")[0]
            if later > "01:00" {
                try await club.ana.submit(
                    "\(club.path)/practice/tasks/\(task)",
                    [("title", "Walk"), ("time", later), ("has_notice", "1")] + Self.everyDay)
                try await #expect(!club.ana.get(club.path + "/notices").text.contains("“Walk”"))
            }
        }
    }

    @Test func `the calendar file contains all tasks`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await add("Walk, slowly", [("weekday", "0"), ("weekday", "2"), ("time", "08:30")], to: site, club)
            _ = try await add("Rest", [("weekday", "6")], to: site, club)
            let answer = try await club.ana.get(club.path + "/practice/tasks/file")
            #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(answer.headers[.contentDisposition] == "attachment; filename=\"practice.ics\"")
            #expect(answer.text.contains("SUMMARY:Walk\\, slowly\r\n") && answer.text.contains("RRULE:FREQ=WEEKLY;BYDAY=MO,WE\r\n"))
            #expect(answer.text.contains("T083000\r\n") && answer.text.contains("BYDAY=SU\r\n") && answer.text.contains("VALUE=DATE:"))
        }
    }

    @Test func `invalid task input is refused and nothing is stored`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = club.path + "/practice/tasks"
            for (fields, words) in [
                ([("title", String(repeating: "a", count: 10_000))] + Self.everyDay, "That is 10000 characters. The limit is 100."),
                ([("title", " \u{200B} ")] + Self.everyDay, "Write what you want to do."),
                ([("title", "Walk")], "Choose at least one day."), ([("title", "Walk"), ("weekday", "9")], "Choose at least one day"),
                ([("title", "Walk"), ("time", "25:00")] + Self.everyDay, "Write a time like 08:30"),
                ([("title", "Walk"), ("time", "x")] + Self.everyDay, "Write a time like 08:30"),
                ([("title", "Walk"), ("has_notice", "1")] + Self.everyDay, "Choose a time for the notice."),
            ] {
                let answer = try await club.ana.submit(path, fields)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
            }
            try #expect(site.rows("SELECT count(*) FROM practice_tasks") == ["0"])
            let task = try await add("Walk", to: site, club)
            for state in ["", "gone"] {
                let answer = try await club.ana.post("\(path)/\(task)/days", ["day": try today(site), "state": state])
                #expect(answer.status == .unprocessableContent && answer.text.contains("Say whether the task is done."))
            }
            for _ in 1..<30 { _ = try await add("Walk", to: site, club) }
            let answer = try await club.ana.submit(path, [("title", "One more")] + Self.everyDay)
            #expect(answer.status == .unprocessableContent && answer.text.contains("You can have at most 30 tasks. Delete one first."))
        }
    }

    @Test func `a task of another member is not found`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = "\(club.path)/practice/tasks/\(try await add("Walk", to: site, club))"
            try await #expect(club.ben.get(path).status == .notFound)
            for action in ["", "/days", "/removal"] {
                let answer = try await club.ben.post(
                    path + action, ["title": "Mine", "weekday": "1", "day": try today(site), "state": "done"])
                #expect(answer.status == .notFound, "\(action)")
            }
            try await #expect(club.ana.post(path + "/removal", [:]).status == .seeOther)
            try await #expect(club.ana.get(path).status == .notFound)
        }
    }
}
