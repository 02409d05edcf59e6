import Calendar
import Testing

struct CalendarDateTests {
    private func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    @Test func `every day from 1800 to 2200 has the right number and weekday`() throws {
        var number = -62_091  // This is 1800-01-01, a Wednesday.
        for year in 1800...2200 {
            for (month, days) in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in 1...days {
                    let counted = CalendarDate(year: year, month: month + 1, day: day)
                    try #require(counted.number == number && counted.parts == (year, month + 1, day), "\(year)-\(month + 1)-\(day)")
                    try #require(counted.weekday.rawValue == (number + 62_091 + 2) % 7)
                    number += 1
                }
            }
        }
    }

    @Test func `days and months outside their range carry over`() {
        #expect(CalendarDate(year: 1970, month: 1, day: 1).number == 0)
        #expect(CalendarDate(year: 2024, month: 3, day: 0).text == "29 February 2024")
        #expect(CalendarDate(year: 2023, month: 14, day: 29).text == "29 February 2024")
        #expect(CalendarDate(year: 2024, month: 0, day: 31).text == "31 December 2023")
        #expect(CalendarDate(year: 2026, month: 7, day: 4).shortText == "4 Jul")
    }

    @Test func `a date that does not exist is refused`() {
        #expect(CalendarDate(exactly: 2023, 2, 29) == nil && CalendarDate(exactly: 2024, 2, 29)?.description == "2024-02-29")
        #expect(CalendarDate("0000-12-31") == nil && CalendarDate("0001-01-01")?.number == -719_162)
        #expect(CalendarDate("9999-12-31")?.advanced(by: 1).isInRange == false)
    }

    @Test(arguments: [
        (0, "1970-01-01", [0, 0, 0], Weekday.thursday), (-1, "1969-12-31", [23, 59, 59], .wednesday),
        (951_827_696, "2000-02-29", [12, 34, 56], .tuesday), (253_402_300_799, "9999-12-31", [23, 59, 59], .friday),
    ])
    func `seconds are converted to date, time and weekday`(seconds: Int, date: String, time: [Int], weekday: Weekday) {
        let shown = UTCTime(secondsSince1970: seconds)
        #expect(shown.date.description == date && [shown.hour, shown.minute, shown.second] == time && shown.date.weekday == weekday)
    }
}
