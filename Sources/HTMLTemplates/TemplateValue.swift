/// A type that templates can show: text, a number, a Bool, a view model, a type that conforms to `TemplateText`, or an Optional or an array
/// of these.
public protocol TemplateValue: SendableMetatype {
    /// The reader of the type. Every type that templates can show has one.
    static var templateReader: TemplateReader { get }
}

/// A struct whose stored properties are the names that a template can use.
public protocol ViewModel: TemplateValue, Sendable {}

/// The view model of a whole page.
public protocol Page: ViewModel {
    /// The path of the template file below the templates' directory, without its extension. For example, "lobby/lobby" is the file
    /// lobby/lobby.html.
    static var template: String { get }
}

/// A custom type that a template shows as text, such as an identifier.
public protocol TemplateText: TemplateValue {
    /// The text that the template shows. It is always escaped for HTML, so it must not be escaped before.
    var templateText: String { get }
}

extension TemplateText where Self: RawRepresentable, RawValue == String {
    public var templateText: String { rawValue }
}

/// Contains the internal type that reads values of one Swift type for templates.
public struct TemplateReader: Sendable {
    /// The reader of the type. Nil if templates cannot show the type.
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
