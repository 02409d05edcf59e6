import Calendar

/// A year as a table of weeks. Each week is a column with seven days.
struct CalendarYear {
    let first: CalendarDate
    let last: CalendarDate
    let firstWeekday: Int

    init(_ year: Int, firstWeekday: Weekday) {
        first = CalendarDate(year: year, month: 1, day: 1)
        last = CalendarDate(year: year, month: 12, day: 31)
        self.firstWeekday = firstWeekday.rawValue
    }

    /// The number of the week of a day. The week of 1 January is 0. The highest number is 53, in a leap year whose first day is the last
    /// day of a week.
    func week(of day: CalendarDate) -> Int { (first.distance(to: day) + row(of: first)) / 7 }

    /// The number of the weekday of a day, from 0 to 6. The first day of the week is 0.
    func row(of day: CalendarDate) -> Int { (day.weekday.rawValue - firstWeekday + 7) % 7 }

    var weekdays: [String] { (0..<7).map { Weekday.allCases[($0 + firstWeekday) % 7].shortName } }
}
