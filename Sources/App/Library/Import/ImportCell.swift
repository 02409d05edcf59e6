/// Reads the cells of a member's file of video games. Values that cannot be read are returned unchanged, so that the form refuses them.
enum ImportCell {
    /// A longer cell is cut to this size. That does not change the result, because all valid values are shorter.
    private static let maxBytes = 4096

    static func bounded(_ text: String) -> String {
        guard text.utf8.count > maxBytes else { return text }
        // A character that the limit would cut in two is left out.
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: maxBytes)
        while end.samePosition(in: text.unicodeScalars) == nil { text.utf8.formIndex(before: &end) }
        return String(text[..<end])
    }

    /// The rating in a cell, converted to a number from 1 to 10. `scale` is the best possible rating, but a rating such as "4/5" contains
    /// its own scale. Nil if there is no rating, or if the rating is larger than the best possible rating.
    static func rating(_ text: String, of scale: Int) -> Int? {
        let parts = text.split(separator: "/", maxSplits: 2).map { Double($0.filter { $0 != " " }.replacing(",", with: ".")) }
        guard let first = parts.first, let points = first, parts.count < 3 else { return nil }
        let best = parts.count == 2 ? parts[1] ?? 0 : Double(scale)
        guard points > 0, best.isFinite, points <= best else { return nil }
        return max(1, Int((points / best * 10).rounded()))
    }

    /// The time played in hours, as a decimal number. Reads texts such as "12.5", "12:30", "12:30:59" and "12h 30m". A plain number such as
    /// "12.5" is in the unit `unit`.
    static func hours(_ text: String, in unit: ImportReading.Unit) -> String {
        if let number = Double(text.replacing(",", with: ".")), number.isFinite { return "\(number / unit.perHour)" }
        return (clock(text) ?? words(text)).map { "\($0)" } ?? text
    }

    private static func clock(_ text: String) -> Double? {
        var scanner = TextScanner(text)
        guard let hours = scanner.digits(atMost: 6).flatMap(Double.init), scanner.one(of: ":") != nil,
            let minutes = scanner.digits(atMost: 2), minutes.utf8.count == 2, let number = Double(minutes)
        else { return nil }
        if scanner.one(of: ":") != nil, scanner.digits(atMost: 2)?.utf8.count != 2 { return nil }
        return scanner.isAtEnd ? hours + number / 60 : nil
    }

    private static func words(_ text: String) -> Double? {
        var scanner = TextScanner(text.lowercased())
        let units: [Character] = ["h", "m", "s"]
        var numbers: [Int: Double] = [:]
        while !scanner.isAtEnd {
            guard let number = scanner.digits(atMost: 6).flatMap(Double.init) else { return nil }
            _ = scanner.one(of: " ")
            // Each unit can appear once, and larger units come first.
            guard let unit = scanner.letters()?.first.flatMap(units.firstIndex(of:)), numbers.keys.allSatisfy({ $0 < unit }) else {
                return nil
            }
            numbers[unit] = number
            _ = scanner.one(of: " ")
        }
        return numbers.isEmpty ? nil : (numbers[0] ?? 0) + (numbers[1] ?? 0) / 60
    }

    /// The date in a cell, in ISO 8601. Reads texts such as "2026-03-04T10:00", "4.3.2026" and "3/4/2026". `order` says whether the month
    /// or the day comes first in a text such as "3/4/2026".
    static func day(_ text: String, in order: ImportReading.DayOrder) -> String {
        var scanner = TextScanner(text)
        guard let first = scanner.digits(atMost: 4), let separator = scanner.one(of: "-/."), let second = scanner.digits(atMost: 2),
            let other = scanner.one(of: "-/."), let third = scanner.digits(atMost: 4)
        else { return text }
        let dot = UInt8(ascii: ".")
        switch (first.utf8.count, third.utf8.count) {
        case (4, 1...2): return iso(first, second, third)
        // All countries that write dates with dots put the day first.
        case (1...2, 4) where separator == dot && other == dot: return iso(third, second, first)
        case (1...2, 4) where separator != dot && other != dot:
            return order == .monthFirst ? iso(third, first, second) : iso(third, second, first)
        default: return text
        }
    }

    private static func iso(_ year: String, _ month: String, _ day: String) -> String {
        "\(year)-\(month.utf8.count == 1 ? "0" : "")\(month)-\(day.utf8.count == 1 ? "0" : "")\(day)"
    }

    /// The first word that is a year from 1900 to 2099.
    static func year(in text: String) -> String? {
        func isInWord(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte == UInt8(ascii: "_") || isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
        func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        let words = text.utf8.split { !isInWord($0) }
        let year = words.first { $0.count == 4 && $0.allSatisfy(isDigit) && ($0.starts(with: "19".utf8) || $0.starts(with: "20".utf8)) }
        return year.flatMap { String($0) }
    }
}
