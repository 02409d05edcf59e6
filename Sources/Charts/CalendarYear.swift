import Calendar

/// A year as columns of weeks, each with seven days.
struct CalendarYear {
    let first: CalendarDate
    let last: CalendarDate
    let firstWeekday: Int

    init(_ year: Int, firstWeekday: Weekday) {
        first = CalendarDate(year: year, month: 1, day: 1)
        last = CalendarDate(year: year, month: 12, day: 31)
        self.firstWeekday = firstWeekday.rawValue
    }

    /// The index of the week, where the week of 1 January is 0. It is at most 53, in a leap year that begins on the last weekday.
    func week(of day: CalendarDate) -> Int { (first.distance(to: day) + row(of: first)) / 7 }

    /// The index of the weekday from 0 to 6, beginning with the first weekday.
    func row(of day: CalendarDate) -> Int { (day.weekday.rawValue - firstWeekday + 7) % 7 }

    var weekdays: [String] { (0..<7).map { Weekday.allCases[($0 + firstWeekday) % 7].shortName } }
}
