import Calendar

/// Computes the drawing of one half of a year in a heat map.
struct HeatDrawing {
    let calendar: CalendarYear
    let last: CalendarDate
    let half: Int

    /// Returns the size of the square for a level. Squares grow with the level, so that the levels differ even without colours.
    static func size(_ level: Int) -> Double { 2.4 + 1.3 * Double(level) }
    static func inset(_ level: Int) -> Double { 5 - size(level) / 2 }

    func half(_ days: [(day: CalendarDate, value: Int)], _ steps: HeatSteps, _ unit: ChartUnit) -> HeatMap.Half {
        let cells = days.compactMap { day, value -> HeatMap.Cell? in
            let level = steps.level(of: value)
            guard has(day), level > 0 else { return nil }
            return HeatMap.Cell(
                x: ChartScale.rounded(Double(column(of: day) * 10) + Self.inset(level)),
                y: ChartScale.rounded(Double(calendar.row(of: day) * 10) + Self.inset(level)), size: ChartScale.rounded(Self.size(level)),
                level: level, title: "\(day.dayText): \(unit.text(Double(value)))")
        }
        return HeatMap.Half(months: months, days: dayLines, borders: borders, cells: cells)
    }

    private func has(_ day: CalendarDate) -> Bool { calendar.week(of: day) / HeatMap.weeks == half }
    private func column(of day: CalendarDate) -> Int { calendar.week(of: day) - half * HeatMap.weeks }

    private var firstDays: [CalendarDate] {
        (1...12).map { CalendarDate(year: calendar.first.parts.year, month: $0, day: 1) }.filter(has)
    }

    private var months: [ChartTick] {
        firstDays.filter { $0 <= last }.map { day in
            let place = ChartScale.rounded(Double(column(of: day)) / Double(HeatMap.weeks) * 100)
            return ChartTick(at: place, label: CalendarDate.shortMonth(day.parts.month), isZero: false)
        }
    }

    /// An SVG path with one line for each weekday. The style sheet divides each line into days.
    private var dayLines: String {
        var path = ""
        for row in 0..<7 {
            let days = stride(from: calendar.first, through: last, by: 1).filter { calendar.row(of: $0) == row && has($0) }
            guard let first = days.first, let last = days.last else { continue }
            path += "M\(column(of: first) * 10) \(row * 10 + 5)H\(column(of: last) * 10 + 10)"
        }
        return path
    }

    /// An SVG path with the borders between months, each from top to bottom.
    private var borders: String {
        firstDays.filter { $0 > calendar.first && $0 <= last }.map { day in
            let (x, y) = (column(of: day) * 10, calendar.row(of: day) * 10)
            return y == 0 ? "M\(x) 0V70" : "M\(x + 10) 0V\(y)H\(x)V70"
        }.joined()
    }
}
