/// A calendar file with events (iCalendar, RFC 5545).
public struct ICalendar: Sendable {
    /// An event on one day or every week. Its time is either a time of the reader's time zone (section 3.3.5, form 1), or a fixed moment
    /// (form 2).
    public struct Event: Sendable {
        /// An identifier of the event. It stays the same when a program reads the calendar again.
        public var id: String
        public var summary: String
        /// The first day on which the event may take place. A weekly event begins on the first of `weekdays` from this day on.
        public var from: CalendarDate
        /// The hour and the minute at which the event begins. Nil if the event takes the whole day.
        public var time: (hour: Int, minute: Int)?
        /// The fixed moment at which the event begins (form 2). Nil if `from` and `time` apply (form 1).
        public private(set) var startsAt: UTCTime?
        /// The address of a page about the event. Nil if there is none.
        public private(set) var url: String?
        public var minutes: Int
        /// The weekdays on which the event takes place every week. Empty if it takes place only once.
        public var weekdays: Set<Weekday>
        /// Whether the reader's device shows an alarm when the event begins.
        public var hasAlarm: Bool

        public init(
            id: String, summary: String, from: CalendarDate, time: (hour: Int, minute: Int)? = nil, minutes: Int = 15,
            weekdays: Set<Weekday> = [], hasAlarm: Bool = false
        ) {
            (self.id, self.summary, self.from, self.time, self.minutes) = (id, summary, from, time, minutes)
            (self.weekdays, self.hasAlarm) = (weekdays, hasAlarm)
        }

        public init(id: String, summary: String, startsAt: UTCTime, minutes: Int, url: String) {
            self.init(id: id, summary: summary, from: startsAt.date, minutes: minutes)
            (self.startsAt, self.url) = (startsAt, url)
        }

        /// The first day on which the event takes place.
        var firstDay: CalendarDate {
            (0..<7).lazy.map { from.advanced(by: $0) }.first { weekdays.isEmpty || weekdays.contains($0.weekday) } ?? from
        }
    }

    /// The maximum number of bytes of a line, without its line break (section 3.1).
    private static let lineLimit = 75
    private var events: [Event]
    private let madeAt: UTCTime

    public init(_ events: [Event], madeAt: UTCTime) { (self.events, self.madeAt) = (events, madeAt) }

    /// The text of the calendar file.
    public var text: String {
        let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Boardwalk//Boardwalk//EN"]
        return (head + events.flatMap(lines) + ["END:VCALENDAR"]).map { Self.folded($0) + "\r\n" }.joined()
    }

    private func lines(of event: Event) -> [String] {
        let day = Self.digits(of: event.firstDay)
        var lines = ["BEGIN:VEVENT", "UID:\(Self.escaped(event.id))"]
        lines.append("DTSTAMP:\(Self.digits(of: madeAt))")
        if let moment = event.startsAt {
            lines += ["DTSTART:\(Self.digits(of: moment))", "DURATION:PT\(event.minutes)M"]
        } else if let (hour, minute) = event.time {
            lines += ["DTSTART:\(day)T\(Self.padded([hour, minute, 0]))", "DURATION:PT\(event.minutes)M"]
        } else {
            lines.append("DTSTART;VALUE=DATE:\(day)")
        }
        if !event.weekdays.isEmpty {
            let days = Weekday.allCases.filter(event.weekdays.contains).map { $0.name.prefix(2).uppercased() }
            lines.append("RRULE:FREQ=WEEKLY;BYDAY=\(days.joined(separator: ","))")
        }
        lines.append("SUMMARY:\(Self.escaped(event.summary))")
        if let url = event.url { lines.append("URL:\(url)") }
        if event.hasAlarm {
            lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0M", "DESCRIPTION:\(Self.escaped(event.summary))", "END:VALARM"]
        }
        return lines + ["END:VEVENT"]
    }

    /// Escapes characters that have a special meaning in a text (section 3.3.11).
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\", ";", ",": escaped += "\\\(scalar)"
            case "\n": escaped += "\\n"
            case "\r": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// Splits a long line into several lines, each but the first beginning with a space (section 3.1). It never splits a character. It
    /// never splits an escape such as `\n` either, because Google Calendar would drop the event.
    private static func folded(_ line: String) -> String {
        guard line.utf8.count > lineLimit else { return line }
        var (text, length) = ("", 0)
        var rest = line.unicodeScalars[...]
        while let first = rest.popFirst() {
            var unit = String(first)
            if first == "\\", let escaped = rest.popFirst() { unit.unicodeScalars.append(escaped) }
            if length + unit.utf8.count > lineLimit {
                text += "\r\n "
                length = 1
            }
            text += unit
            length += unit.utf8.count
        }
        return text
    }

    private static func digits(of day: CalendarDate) -> String { day.description.replacing("-", with: "") }

    private static func digits(of time: UTCTime) -> String {
        "\(digits(of: time.date))T\(padded([time.hour, time.minute, time.second]))Z"
    }

    private static func padded(_ numbers: [Int]) -> String { numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined() }
}
