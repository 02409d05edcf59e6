/// A type that templates can show: text, numbers, Bool, Optionals and arrays of these, view models, and types that conform to
/// `TemplateText`.
public protocol TemplateValue: SendableMetatype {
    /// The reader of the type. Every type that templates can show has one.
    static var templateReader: TemplateReader { get }
}

/// A struct with stored properties that a template uses as names.
public protocol ViewModel: TemplateValue, Sendable {}

/// The view model of a whole page.
public protocol Page: ViewModel {
    /// The template's path without its ending: "lobby/lobby" is lobby/lobby.html below the templates' directory.
    static var template: String { get }
}

/// A custom type, such as an identifier, that a template shows as text.
public protocol TemplateText: TemplateValue {
    /// The text before escaping. It is always escaped.
    var templateText: String { get }
}

extension TemplateText where Self: RawRepresentable, RawValue == String {
    public var templateText: String { rawValue }
}

/// Reads values of a type for templates.
public struct TemplateReader: Sendable {
    /// Nil if templates cannot read the type.
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
