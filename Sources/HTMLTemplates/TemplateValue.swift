/// What a template can show: text, numbers, Bool, Optionals and arrays of these, view models, and types with a `TemplateText`.
public protocol TemplateValue: SendableMetatype {
    /// How templates read it; there is one for whatever they can show.
    static var templateReader: TemplateReader { get }
}

/// A struct whose stored properties are the names of a template.
public protocol ViewModel: TemplateValue, Sendable {}

/// The view model of a whole page.
public protocol Page: ViewModel {
    /// The template's path without its ending: "lobby/lobby" is lobby/lobby.html below the templates' directory.
    static var template: String { get }
}

/// A type of one's own that a template shows as text, such as an identifier.
public protocol TemplateText: TemplateValue {
    /// The text before escaping, which is always done.
    var templateText: String { get }
}

extension TemplateText where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var templateText: String { rawValue }
}

/// How templates read values of a type.
public struct TemplateReader: Sendable {
    /// Nil: not at all.
    let type: (any Reader.Type)?
}

extension String: TemplateValue {}
extension Substring: TemplateValue {}
extension Bool: TemplateValue {}
extension Double: TemplateValue {}
extension Int: TemplateValue {}
extension Int8: TemplateValue {}
extension Int16: TemplateValue {}
extension Int32: TemplateValue {}
extension Int64: TemplateValue {}
extension UInt: TemplateValue {}
extension UInt8: TemplateValue {}
extension UInt16: TemplateValue {}
extension UInt32: TemplateValue {}
extension UInt64: TemplateValue {}

extension Optional: TemplateValue where Wrapped: TemplateValue {
    public static var templateReader: TemplateReader { TemplateReader(type: Self.self) }
}

extension Array: TemplateValue where Element: TemplateValue {
    public static var templateReader: TemplateReader { TemplateReader(type: Self.self) }
}
