import Calendar

/// The days of a time axis that have a label. There are about eight of them, at the beginnings of weeks, months or years.
struct TimeTicks {
    private(set) var ticks: [(day: CalendarDate, label: String)] = []

    /// The index of the first tick whose label is a year. Nil if there is none.
    var firstYear: Int? { ticks.firstIndex { $0.label == "\($0.day.parts.year)" } }

    init(_ days: [CalendarDate], most: Int = 8) {
        guard let first = days.min(), let last = days.max() else { return }
        let span = first.distance(to: last)
        if let step = [1, 2, 7, 14].first(where: { span / $0 < most }) {
            addDays(first, last, every: step)
        } else if let step = [1, 2, 3, 6].first(where: { span / (30 * $0) < most }) {
            addMonths(first, last, every: step)
        } else {
            addYears(first, last, every: Int(ChartScale.niceStep(Double(span) / 365 / Double(most))))
        }
    }

    private mutating func addDays(_ first: CalendarDate, _ last: CalendarDate, every step: Int) {
        let start = step < 7 ? first : first.advanced(by: (7 - first.weekday.rawValue) % 7)
        ticks = stride(from: start, through: last, by: step).map { ($0, $0.shortText) }
    }

    /// Adds the first days of months. The label of January is the year.
    private mutating func addMonths(_ first: CalendarDate, _ last: CalendarDate, every step: Int) {
        let (year, month, _) = first.parts
        for index in 0... {
            let day = CalendarDate(year: year, month: 1 + (month - 1) / step * step + index * step, day: 1)
            guard day <= last else { return }
            guard day >= first else { continue }
            ticks.append((day, day.parts.month == 1 ? "\(day.parts.year)" : CalendarDate.shortMonth(day.parts.month)))
        }
    }

    private mutating func addYears(_ first: CalendarDate, _ last: CalendarDate, every step: Int) {
        for year in stride(from: first.parts.year / step * step, through: last.parts.year, by: step) {
            let day = CalendarDate(year: year, month: 1, day: 1)
            if day >= first, day <= last { ticks.append((day, "\(year)")) }
        }
    }
}
