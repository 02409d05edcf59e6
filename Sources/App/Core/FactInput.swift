import Calendar
import HTMLTemplates

/// A single-line text field in a form about a park, a ride, a video game or something similar.
struct FactField: ViewModel {
    var name: String
    var label: String
    var hint: String?
    var value: String
    var problem: String?
    var isRequired: Bool
    var mode: String
    /// The ids of the elements with the hint and the problem, for the attribute `aria-describedby`. Nil if the field has neither of them.
    var describedBy: String?

    init(_ name: String, _ label: String, hint: String?, value: String, problem: String?, isRequired: Bool, mode: String) {
        (self.name, self.label, self.hint, self.value, self.problem) = (name, label, hint, value, problem)
        (self.isRequired, self.mode) = (isRequired, mode)
        let places = [hint.map { _ in name + "-hint" }, problem.map { _ in name + "-problem" }].compactMap(\.self)
        describedBy = places.isEmpty ? nil : places.joined(separator: " ")
    }
}

extension [FactField] {
    var problems: [FieldProblem] {
        compactMap { field in
            field.problem.map { problem in
                // A label that is a question is left out, because a colon cannot follow its question mark.
                let message = field.label.hasSuffix("?") ? problem : "\(field.label): \(problem)"
                return FieldProblem(field: field.name, message: message)
            }
        }
    }
}

/// The texts in the `FactField`s of a form as they were typed, and the problem of each text that was refused.
struct FactInput: Sendable {
    /// The maximum length of each field that may be longer than 100 UTF-16 code units. All other fields have the limit 100.
    private static let lengthLimits = [
        "former_names": 1000, "other_names": 1000, "moved_from": 310, "source": 500, "platforms": 500, "genres": 500,
    ]

    /// The maximum number of UTF-16 code units of a text of several lines.
    static let paragraphLimit = 2000

    var texts: [String: String] = [:]
    var problems: [String: String] = [:]

    init() {}

    init(_ form: Form, _ names: [String]) {
        for name in names {
            let text = form.line(name)
            texts[name] = text
            let limit = Self.lengthLimits[name] ?? 100
            if text.utf16.count > limit { problems[name] = "Use at most \(limit) characters." }
        }
    }

    subscript(name: String) -> String { texts[name] ?? "" }

    func field(_ name: String, _ label: String, hint: String? = nil, isRequired: Bool = false, mode: String = "text") -> FactField {
        FactField(name, label, hint: hint, value: self[name], problem: problems[name], isRequired: isRequired, mode: mode)
    }

    /// The texts in a field, which are separated by semicolons. Texts that differ only in upper and lower case count once. Empty if the
    /// field was refused because of its length.
    mutating func list(_ name: String) -> [String] {
        guard problems[name] == nil else { return [] }
        let parts = self[name].split(separator: ";").map(\.trimmingSpaces).filter { !$0.isEmpty }.distinct { $0.lowercased() }
        if parts.count > 20 { problems[name] = "Use at most 20." }
        return parts
    }

    /// The date in a field, which may lack its day or month (ISO 8601). Nil if the field is empty. A malformed date is returned as well,
    /// and is noted in `problems`.
    mutating func date(_ name: String) -> String? {
        let text = self[name]
        guard !text.isEmpty else { return nil }
        if !text.isPartialDate {
            problems[name] = "Write a year, such as 1984, or a date, such as 1984-05-26."
        } else if text.hasDayFormat, CalendarDate(text) == nil {
            problems[name] = "There is no such day."
        }
        return text
    }

    /// The time of day in a field. Nil if the field is empty. A malformed time is returned as well, and is noted in `problems`.
    mutating func time(_ name: String) -> String? {
        let text = self[name]
        guard !text.isEmpty else { return nil }
        if !text.isTimeOfDay { problems[name] = "Write a time, such as 22:00." }
        return text
    }

    /// The number in a field, multiplied by `scale` and rounded to an integer within `bounds`. A comma may replace the decimal point. Nil
    /// if the field is empty or refused.
    mutating func number(_ name: String, scale: Double, in bounds: ClosedRange<Int>) -> Int? {
        let text = self[name].replacing(",", with: ".")
        guard !text.isEmpty else { return nil }
        guard let number = Double(text), number.isFinite, abs(number) < 1e9, bounds.contains(Int((number * scale).rounded())) else {
            let (least, most) = (Self.text(bounds.lowerBound, by: Int(scale)), Self.text(bounds.upperBound, by: Int(scale)))
            problems[name] = "Write a number from \(least) to \(most), or leave it empty."
            return nil
        }
        let value = Int((number * scale).rounded())
        // The page then shows "24.5" even if "24,50" was typed.
        if scale <= 1000 { texts[name] = Self.text(value, by: Int(scale)) }
        return value
    }

    /// The text for a number that is stored multiplied by `scale`: the stored number 245 with the scale 10 becomes "24.5".
    static func text(_ value: Int, by scale: Int) -> String {
        value.isMultiple(of: scale) ? "\(value / scale)" : "\(Double(value) / Double(scale))"
    }
}

extension Substring {
    var trimmingSpaces: String {
        let scalars = unicodeScalars.drop { $0 == " " }
        return scalars.lastIndex { $0 != " " }.map { String(scalars[...$0]) } ?? ""
    }
}

/// Checks of texts without regular expressions. A regular expression is compiled each time it is used, and this took most of the time of an
/// import.
extension String {
    /// Whether the text has the format of a date, such as 1984-05-26 (ISO 8601), even if there is no such day.
    var hasDayFormat: Bool { hasForm("0000-00-00") }

    /// Whether the text is a year, a month or a day: 1984, 1984-05 or 1984-05-26. The month may be too short for the day, as in 1984-02-31.
    var isPartialDate: Bool {
        guard hasForm("0000") || hasForm("0000-00") || hasDayFormat else { return false }
        return zip(split(separator: "-").dropFirst(), [1...12, 1...31]).allSatisfy { part, range in Int(part).map(range.contains) ?? false }
    }

    var isTimeOfDay: Bool {
        guard hasForm("00:00"), let hour = Int(prefix(2)), let minute = Int(suffix(2)) else { return false }
        return hour < 24 && minute < 60
    }

    /// Whether the text has the same format as `form`, in which each `0` stands for any digit.
    private func hasForm(_ form: StaticString) -> Bool {
        form.withUTF8Buffer { form in
            utf8.count == form.count
                && zip(utf8, form).allSatisfy { $1 == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) : $0 == $1 }
        }
    }
}
