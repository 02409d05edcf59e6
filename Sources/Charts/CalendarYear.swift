import Calendar

/// A year as weeks side by side, each with its seven days.
struct CalendarYear {
    let first: CalendarDate
    let last: CalendarDate
    let firstWeekday: Int

    init(_ year: Int, firstWeekday: Weekday) {
        first = CalendarDate(year: year, month: 1, day: 1)
        last = CalendarDate(year: year, month: 12, day: 31)
        self.firstWeekday = firstWeekday.rawValue
    }

    /// Counted from 0 in the week that has 1 January; a leap year that begins on the last weekday goes to 53.
    func week(of day: CalendarDate) -> Int { (first.distance(to: day) + row(of: first)) / 7 }

    /// From 0 to 6, by the first weekday.
    func row(of day: CalendarDate) -> Int { (day.weekday.rawValue - firstWeekday + 7) % 7 }

    var weekdays: [String] { (0..<7).map { Weekday.allCases[($0 + firstWeekday) % 7].shortName } }
}
