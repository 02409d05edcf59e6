import Calendar
import Testing

struct ICalendarTests {
    private let made = UTCTime(secondsSince1970: 951_827_696)
    /// This is a Thursday.
    private let day = CalendarDate(year: 2026, month: 11, day: 26)

    @Test func `a weekly event begins on its first weekday`() {
        let event = ICalendar.Event(
            id: "1@boardwalk", summary: "Walk, then rest; slowly", from: day, time: (8, 5), weekdays: [.monday, .wednesday], hasAlarm: true)
        #expect(
            ICalendar([event], madeAt: made).text == """
                BEGIN:VCALENDAR\r
                VERSION:2.0\r
                PRODID:-//Boardwalk//Boardwalk//EN\r
                BEGIN:VEVENT\r
                UID:1@boardwalk\r
                DTSTAMP:20000229T123456Z\r
                DTSTART:20261130T080500\r
                DURATION:PT15M\r
                RRULE:FREQ=WEEKLY;BYDAY=MO,WE\r
                SUMMARY:Walk\\, then rest\\; slowly\r
                BEGIN:VALARM\r
                ACTION:DISPLAY\r
                TRIGGER:PT0M\r
                DESCRIPTION:Walk\\, then rest\\; slowly\r
                END:VALARM\r
                END:VEVENT\r
                END:VCALENDAR\r

                """)
    }

    @Test func `an all-day event has no time`() {
        let text = ICalendar([ICalendar.Event(id: "2", summary: "Rest", from: day)], madeAt: made).text
        #expect(text.contains("DTSTART;VALUE=DATE:20261126\r\n") && !text.contains("RRULE") && !text.contains("DURATION"))
    }

    @Test func `an event at a fixed moment is written in UTC`() {
        let event = ICalendar.Event(
            id: "3", summary: "Pier Party", startsAt: UTCTime(secondsSince1970: 951_827_696), minutes: 180, url: "https://a.b/c/pier")
        let text = ICalendar([event], madeAt: made).text
        #expect(text.contains("DTSTART:20000229T123456Z\r\nDURATION:PT180M\r\n") && text.contains("URL:https://a.b/c/pier\r\n"))
    }

    /// RFC 5545 section 3.1: no line is longer than 75 octets, and unfolding restores the text.
    @Test func `long lines are folded between characters`() {
        let words = String(repeating: "Übung \\ mit 🧩\n", count: 20)
        let text = ICalendar([ICalendar.Event(id: "3", summary: words, from: day)], madeAt: made).text
        #expect(text.components(of: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        let unfolded = text.replacing("\r\n ", with: "")
        #expect(unfolded.contains("SUMMARY:" + words.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") + "\r\n"))
        #expect(!text.replacing("\r\n", with: "").contains("\n"))
    }

    @Test(arguments: 0..<75) func `an escape is never folded after its backslash`(lettersBefore: Int) {
        let words = String(repeating: "a", count: lettersBefore) + String(repeating: "\n,;\\", count: 30)
        let text = ICalendar([ICalendar.Event(id: "3", summary: words, from: day)], madeAt: made).text
        for line in text.components(of: "\r\n") {
            #expect(line.utf8.count <= 75)
            #expect(line.reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2), "\(line)")
        }
    }
}

extension String {
    fileprivate func components(of separator: String) -> [Substring] { split(separator: separator, omittingEmptySubsequences: false) }
}
