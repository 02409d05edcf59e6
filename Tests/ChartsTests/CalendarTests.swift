import Testing

@testable import Charts

@Suite struct CalendarTests {
    private func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    @Test func everyDayFrom1800To2200IsCounted() throws {
        var number = -62_091  // 1800-01-01, a Wednesday.
        for year in 1800...2200 {
            for (month, days) in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in 1...days {
                    let counted = ChartDay(year: year, month: month + 1, day: day)
                    try #require(counted.number == number && counted.parts == (year, month + 1, day), "\(year)-\(month + 1)-\(day)")
                    try #require(counted.weekday == (number + 62_091 + 2) % 7)
                    number += 1
                }
            }
        }
    }

    @Test func daysAndMonthsRunOn() {
        #expect(ChartDay(year: 1970, month: 1, day: 1).number == 0)
        #expect(ChartDay(year: 2024, month: 3, day: 0).text == "29 February 2024")
        #expect(ChartDay(year: 2023, month: 14, day: 29).text == "29 February 2024")
        #expect(ChartDay(year: 2024, month: 0, day: 31).text == "31 December 2023")
        #expect(ChartDay(year: 2026, month: 7, day: 4).shortText == "4 Jul")
    }

    @Test(arguments: [ChartWeekday.monday, .sunday]) func weeksGoOnFromDayToDay(first: ChartWeekday) throws {
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

    @Test func aLeapYearMayHave54Weeks() {
        let (sunday, monday) = (CalendarYear(2028, firstWeekday: .sunday), CalendarYear(2012, firstWeekday: .monday))
        #expect(sunday.row(of: sunday.first) == 6 && sunday.week(of: sunday.last) == 53)
        #expect(monday.row(of: monday.first) == 6 && monday.week(of: monday.last) == 53)
        #expect(CalendarYear(2026, firstWeekday: .monday).row(of: ChartDay(year: 2026, month: 1, day: 1)) == 3)
        #expect(sunday.weekdays.first == "Sun" && monday.weekdays == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    }

    @Test(arguments: [
        (ChartDay(year: 2026, month: 2, day: 27), 4, ["27 Feb", "28 Feb", "1 Mar", "2 Mar", "3 Mar"]),
        (ChartDay(year: 2026, month: 11, day: 23), 40, ["23 Nov", "30 Nov", "7 Dec", "14 Dec", "21 Dec", "28 Dec"]),
        (ChartDay(year: 2025, month: 11, day: 3), 120, ["Dec", "2026", "Feb", "Mar"]),
        (ChartDay(year: 2024, month: 2, day: 1), 600, ["Apr", "Jul", "Oct", "2025", "Apr", "Jul"]),
        (ChartDay(year: 2001, month: 5, day: 1), 365 * 20, ["2005", "2010", "2015", "2020"]), (ChartDay(number: 0), 0, ["1 Jan"]),
    ])
    func timeHasRoundTicks(first: ChartDay, span: Int, expected: [String]) {
        #expect(TimeTicks([first, first.advanced(by: span)]).ticks.map(\.label) == expected)
    }

    @Test func noTimeHasNoTicks() {
        #expect(TimeTicks([]).ticks.isEmpty)
    }
}
