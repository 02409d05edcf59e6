import Calendar
import FoundationEssentials
import HTMLTemplates

/// A point in time for the template `_time.html`: a machine-readable time, and a text that is shown unless a script replaces it by local
/// time.
struct Moment: ViewModel {
    /// The time in UTC, in the format of RFC 3339.
    let iso: String
    /// The time in UTC for people: "21 Nov 2026, 14:05 UTC".
    let text: String

    private static let months: [StaticString] = [
        " Jan ", " Feb ", " Mar ", " Apr ", " May ", " Jun ", " Jul ", " Aug ", " Sep ", " Oct ", " Nov ", " Dec ",
    ]

    /// The last second of the year 9999, in seconds since 1970. Later times are shown as this second, and times before 1970 as the first
    /// second of 1970.
    private static let latest = 253_402_300_799.0

    init(_ date: Date) {
        let time = UTCTime(secondsSince1970: Int(min(max(date.timeIntervalSince1970.rounded(.down), 0), Self.latest)))
        let ((year, month, day), (hour, minute, second)) = (time.date.parts, (time.hour, time.minute, time.second))
        iso = Self.text { text in
            text.add(year, digits: 4)
            text.add("-")
            text.add(month, digits: 2)
            text.add("-")
            text.add(day, digits: 2)
            text.add("T")
            text.add(hour, digits: 2)
            text.add(":")
            text.add(minute, digits: 2)
            text.add(":")
            text.add(second, digits: 2)
            text.add("Z")
        }
        text = Self.text { text in
            text.add(day, digits: day < 10 ? 1 : 2)
            text.add(Self.months[month - 1])
            text.add(year, digits: 4)
            text.add(", ")
            text.add(hour, digits: 2)
            text.add(":")
            text.add(minute, digits: 2)
            text.add(" UTC")
        }
    }

    /// Writes a text into one buffer, because a page has dozens of moments, and joining short strings would take longer.
    private static func text(_ body: (inout ASCIIText) -> Void) -> String {
        String(unsafeUninitializedCapacity: 24) { buffer in
            var text = ASCIIText(buffer: buffer)
            body(&text)
            return text.count
        }
    }
}

private struct ASCIIText {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func add(_ words: StaticString) {
        for index in 0..<words.utf8CodeUnitCount { add(words.utf8Start[index]) }
    }

    mutating func add(_ number: Int, digits: Int) {
        var divisor = digits == 4 ? 1000 : digits == 2 ? 10 : 1
        while divisor > 0 {
            add(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    private mutating func add(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }
}
