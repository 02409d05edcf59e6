import Calendar
import HTMLTemplates

/// A single-line text field in a form about a park, a ride, a video game or the like.
struct FactField: ViewModel {
    var name: String
    var label: String
    var hint: String?
    var value: String
    var problem: String?
    var isRequired: Bool
    var mode: String
    /// The ids of hint and problem for `aria-describedby`. Nil if there are none.
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
                // A label that is a question cannot stand before the problem.
                let message = field.label.hasSuffix("?") ? problem : "\(field.label): \(problem)"
                return FieldProblem(field: field.name, message: message)
            }
        }
    }
}

/// The single-line texts of such a form, as they were typed, and the problems of these fields.
struct FactInput: Sendable {
    /// Fields that may have more than the usual 100 UTF-16 code units.
    private static let lengthLimits = [
        "former_names": 1000, "other_names": 1000, "moved_from": 310, "notes": 2000, "source": 500, "platforms": 500, "genres": 500,
    ]

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

    /// Splits a line at semicolons. A name that is repeated, in any case, counts once. Empty if the line was refused because of its length.
    mutating func list(_ name: String) -> [String] {
        guard problems[name] == nil else { return [] }
        let parts = self[name].split(separator: ";").map(\.trimmingSpaces).filter { !$0.isEmpty }.distinct { $0.lowercased() }
        if parts.count > 20 { problems[name] = "Use at most 20." }
        return parts
    }

    /// A date that may lack its day or month (ISO 8601). Nil if the field is empty.
    mutating func date(_ name: String) -> String? {
        let text = self[name]
        guard !text.isEmpty else { return nil }
        if text.wholeMatch(of: /\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?/) == nil {
            problems[name] = "Write a year, 1984, or a day, 1984-05-26."
        } else if text.hasDayFormat, CalendarDate(text) == nil {
            problems[name] = "There is no such day."
        }
        return text
    }

    /// A time of day. Nil if the field is empty.
    mutating func time(_ name: String) -> String? {
        let text = self[name]
        guard !text.isEmpty else { return nil }
        if text.wholeMatch(of: /([01]\d|2[0-3]):[0-5]\d/) == nil { problems[name] = "Write a time: 22:00." }
        return text
    }

    /// A number within bounds, multiplied by `scale` and rounded. A comma may replace the decimal point. Nil if the field is empty or
    /// refused.
    mutating func number(_ name: String, scale: Double, in bounds: ClosedRange<Int>) -> Int? {
        let text = self[name].replacing(",", with: ".")
        guard !text.isEmpty else { return nil }
        guard let number = Double(text), number.isFinite, abs(number) < 1e9, bounds.contains(Int((number * scale).rounded())) else {
            let (least, most) = (Self.text(bounds.lowerBound, by: Int(scale)), Self.text(bounds.upperBound, by: Int(scale)))
            problems[name] = "Write a number from \(least) to \(most), or leave it empty."
            return nil
        }
        let value = Int((number * scale).rounded())
        // The field then shows the number in one form, however it was typed.
        if scale <= 1000 { texts[name] = Self.text(value, by: Int(scale)) }
        return value
    }

    /// The text for a number that is stored multiplied by `scale`: "24.5".
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

extension String {
    /// Whether the text has the form of a date, 1984-05-26 (ISO 8601), even if there is no such day.
    var hasDayFormat: Bool { wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil }
}
