/// A year as weeks side by side, each with its seven days.
struct CalendarYear {
    let first: ChartDay
    let last: ChartDay
    let firstWeekday: Int

    init(_ year: Int, firstWeekday: ChartWeekday) {
        first = ChartDay(year: year, month: 1, day: 1)
        last = ChartDay(year: year, month: 12, day: 31)
        self.firstWeekday = firstWeekday == .monday ? 0 : 6
    }

    /// Counted from 0 in the week that has 1 January; a leap year that begins on the last weekday goes to 53.
    func week(of day: ChartDay) -> Int { (first.distance(to: day) + row(of: first)) / 7 }

    /// From 0 to 6, by the first weekday.
    func row(of day: ChartDay) -> Int { (day.weekday - firstWeekday + 7) % 7 }

    var weekdays: [String] { (0..<7).map { ChartDay.weekdays[($0 + firstWeekday) % 7] } }
}

/// On which a week begins.
public enum ChartWeekday: Hashable, Sendable {
    case monday, sunday
}
