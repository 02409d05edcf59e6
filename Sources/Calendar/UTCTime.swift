/// A date and time in UTC, to the second.
public struct UTCTime: Sendable {
    public let date: CalendarDate
    public let hour: Int
    public let minute: Int
    public let second: Int

    public init(secondsSince1970 seconds: Int) {
        date = CalendarDate(number: seconds.floored(by: 86_400))
        let rest = seconds - date.number * 86_400
        (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
    }
}
