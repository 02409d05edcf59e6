import Calendar
import Testing

@testable import Charts

struct TimeAxisTests {
    private func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    @Test(arguments: [Weekday.monday, .sunday]) func `rows and weeks follow from day to day`(first: Weekday) throws {
        for year in 1890...2110 {
            let calendar = CalendarYear(year, firstWeekday: first)
            let days = Array(stride(from: calendar.first, through: calendar.last, by: 1))
            try #require(days.count == (isLeap(year) ? 366 : 365))
            try #require(calendar.week(of: calendar.first) == 0 && calendar.week(of: calendar.last) < 2 * HeatMap.weeks)
            for (day, next) in zip(days, days.dropFirst()) {
                let (row, week) = (calendar.row(of: day), calendar.week(of: day))
                try #require(
                    calendar.row(of: next) == (row + 1) % 7 && calendar.week(of: next) == (row == 6 ? week + 1 : week), "\(day.text)")
            }
        }
    }

    @Test func `a leap year can have 54 weeks`() {
        let (sunday, monday) = (CalendarYear(2028, firstWeekday: .sunday), CalendarYear(2012, firstWeekday: .monday))
        #expect(sunday.row(of: sunday.first) == 6 && sunday.week(of: sunday.last) == 53)
        #expect(monday.row(of: monday.first) == 6 && monday.week(of: monday.last) == 53)
        #expect(CalendarYear(2026, firstWeekday: .monday).row(of: CalendarDate(year: 2026, month: 1, day: 1)) == 3)
        #expect(sunday.weekdays.first == "Sun" && monday.weekdays == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    }

    @Test(arguments: [
        (CalendarDate(year: 2026, month: 2, day: 27), 4, ["27 Feb", "28 Feb", "1 Mar", "2 Mar", "3 Mar"]),
        (CalendarDate(year: 2026, month: 11, day: 23), 40, ["23 Nov", "30 Nov", "7 Dec", "14 Dec", "21 Dec", "28 Dec"]),
        (CalendarDate(year: 2025, month: 11, day: 3), 120, ["Dec", "2026", "Feb", "Mar"]),
        (CalendarDate(year: 2024, month: 2, day: 1), 600, ["Apr", "Jul", "Oct", "2025", "Apr", "Jul"]),
        (CalendarDate(year: 2001, month: 5, day: 1), 365 * 20, ["2005", "2010", "2015", "2020"]), (CalendarDate(number: 0), 0, ["1 Jan"]),
    ])
    func `a time axis has round ticks`(first: CalendarDate, span: Int, expected: [String]) {
        #expect(TimeTicks([first, first.advanced(by: span)]).ticks.map(\.label) == expected)
    }

    @Test func `an empty time axis has no ticks`() {
        #expect(TimeTicks([]).ticks.isEmpty)
    }
}
