/// Events as programs for calendars read them: iCalendar, RFC 5545.
public struct ICalendar: Sendable {
    /// Something on a day, once or every week, with the time of whoever looks (section 3.3.5, form 1), or at a moment, the same for all.
    public struct Event: Sendable {
        /// The same wherever it is read again.
        public var id: String
        public var summary: String
        /// The first day it may be on.
        public var from: CalendarDate
        /// Hour and minute; nil: it is on the whole day.
        public var time: (hour: Int, minute: Int)?
        /// At that moment, whatever the day and the time say (form 2); nil: they do.
        public private(set) var startsAt: UTCTime?
        /// Where there is more about it.
        public private(set) var url: String?
        public var minutes: Int
        /// Every week on these; none: once.
        public var weekdays: Set<Weekday>
        /// Whether the device tells of it when it begins.
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

        /// The first day that it is on.
        var firstDay: CalendarDate {
            (0..<7).lazy.map { from.advanced(by: $0) }.first { weekdays.isEmpty || weekdays.contains($0.weekday) } ?? from
        }
    }

    /// The longest line in octets, without its break (section 3.1).
    private static let lineLimit = 75
    private var events: [Event]
    private let madeAt: UTCTime

    public init(_ events: [Event], madeAt: UTCTime) { (self.events, self.madeAt) = (events, madeAt) }

    /// The whole file.
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

    /// Section 3.3.11.
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

    /// A long line goes on behind a break and a blank, never within a character.
    private static func folded(_ line: String) -> String {
        guard line.utf8.count > lineLimit else { return line }
        var (text, length) = ("", 0)
        for character in line.unicodeScalars {
            let size = String(character).utf8.count
            if length + size > lineLimit {
                text += "\r\n "
                length = 1
            }
            text.unicodeScalars.append(character)
            length += size
        }
        return text
    }

    private static func digits(of day: CalendarDate) -> String { day.description.replacing("-", with: "") }

    private static func digits(of time: UTCTime) -> String {
        "\(digits(of: time.date))T\(padded([time.hour, time.minute, time.second]))Z"
    }

    private static func padded(_ numbers: [Int]) -> String { numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined() }
}
