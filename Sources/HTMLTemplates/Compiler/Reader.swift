/// The kind of a type. It decides how a template may use values of the type.
enum Shape {
    case text, integer, number, flag
    case optional(any TemplateValue.Type)
    case list(any TemplateValue.Type)
    case model(any ViewModel.Type)
}

/// Reads values of one type from memory.
///
/// The addresses come from two sources: `_forEachField` returns the offset of a stored property in its struct, and `withUnsafe…Pointer`
/// returns the address of the page, of an array's buffer or of an Optional's value. The addresses are valid for three reasons: the template
/// compiler takes the offset and the type of a field from the same struct, each address is used only within the closure that provides it,
/// and the page stays in memory for the whole rendering. The code makes no assumption about memory layout: Optionals and arrays are read as
/// Swift values of their type.
protocol Reader: SendableMetatype {
    static var shape: Shape { get }
    static func write(at address: UnsafeRawPointer, as escape: Escape, to output: inout Output)
    static func isShown(at address: UnsafeRawPointer) -> Bool
    static func visit(at address: UnsafeRawPointer, _ body: (Items) -> Void)
}

/// The items of a section, which are next to each other in memory.
struct Items {
    var first: UnsafeRawPointer
    var count: Int
    var stride: Int

    @inline(__always)
    subscript(index: Int) -> UnsafeRawPointer { first + index * stride }
}

extension Reader {
    static func write(at address: UnsafeRawPointer, as escape: Escape, to output: inout Output) {}
    static func isShown(at address: UnsafeRawPointer) -> Bool { true }
    static func visit(at address: UnsafeRawPointer, _ body: (Items) -> Void) { body(Items(first: address, count: 1, stride: 0)) }
}

/// Returns the reader of a type. Nil if templates cannot show the type. They cannot show classes, because the runtime reports a `weak`
/// property as an Optional although its memory is different. The cast is slow, because the runtime searches all conformances of the
/// program.
func reader(of type: Any.Type) -> (any Reader.Type)? { (type as? any TemplateValue.Type).flatMap(reader) }

func reader(of type: any TemplateValue.Type) -> (any Reader.Type)? { type is AnyClass ? nil : type.templateReader.type }

/// Returns the reader of a stored property. The type `String?` has a special reader, because it is the most frequent Optional.
func propertyReader(of type: Any.Type) -> (any Reader.Type)? {
    type == String?.self ? OptionalStringReader.self : reader(of: type)
}

extension TemplateValue {
    public static var templateReader: TemplateReader { TemplateReader(type: Self.self as? any Reader.Type) }
}

extension TemplateText {
    public static var templateReader: TemplateReader { TemplateReader(type: TextReader<Self>.self) }
}

extension ViewModel {
    public static var templateReader: TemplateReader { TemplateReader(type: ModelReader<Self>.self) }
}

private enum TextReader<Text: TemplateText>: Reader {
    static var shape: Shape { .text }
    static func write(at address: UnsafeRawPointer, as escape: Escape, to output: inout Output) {
        output.write(address.assumingMemoryBound(to: Text.self).pointee.templateText, as: escape)
    }
    static func isShown(at address: UnsafeRawPointer) -> Bool { !address.assumingMemoryBound(to: Text.self).pointee.templateText.isEmpty }
}

private enum ModelReader<Model: ViewModel>: Reader {
    static var shape: Shape { .model(Model.self) }
}

extension String: Reader {
    static var shape: Shape { .text }
    static func write(at address: UnsafeRawPointer, as escape: Escape, to output: inout Output) {
        output.write(address.assumingMemoryBound(to: Self.self).pointee, as: escape)
    }
    static func isShown(at address: UnsafeRawPointer) -> Bool { !address.assumingMemoryBound(to: Self.self).pointee.isEmpty }
}

/// Reads `String?` as text. This is faster than the section and the generic code that other Optionals need.
private enum OptionalStringReader: Reader {
    static var shape: Shape { .text }
    static func write(at address: UnsafeRawPointer, as escape: Escape, to output: inout Output) {
        output.write(address.assumingMemoryBound(to: String?.self).pointee ?? "", as: escape)
    }
    static func isShown(at address: UnsafeRawPointer) -> Bool {
        address.assumingMemoryBound(to: String?.self).pointee?.isEmpty == false
    }
}

extension Substring: Reader {
    static var shape: Shape { .text }
    static func write(at address: UnsafeRawPointer, as escape: Escape, to output: inout Output) {
        output.write(address.assumingMemoryBound(to: Self.self).pointee, as: escape)
    }
    static func isShown(at address: UnsafeRawPointer) -> Bool { !address.assumingMemoryBound(to: Self.self).pointee.isEmpty }
}

extension Bool: Reader {
    static var shape: Shape { .flag }
    static func write(at address: UnsafeRawPointer, as escape: Escape, to output: inout Output) {
        output.append(address.assumingMemoryBound(to: Self.self).pointee ? "true" : "false")
    }
    static func isShown(at address: UnsafeRawPointer) -> Bool { address.assumingMemoryBound(to: Self.self).pointee }
}

extension Optional: Reader where Wrapped: TemplateValue {
    static var shape: Shape { .optional(Wrapped.self) }
    static func isShown(at address: UnsafeRawPointer) -> Bool { address.assumingMemoryBound(to: Self.self).pointee != nil }
    static func visit(at address: UnsafeRawPointer, _ body: (Items) -> Void) {
        guard let wrapped = address.assumingMemoryBound(to: Self.self).pointee else { return }
        withUnsafePointer(to: wrapped) { body(Items(first: $0, count: 1, stride: 0)) }
    }
}

extension Array: Reader where Element: TemplateValue {
    static var shape: Shape { .list(Element.self) }
    static func isShown(at address: UnsafeRawPointer) -> Bool { !address.assumingMemoryBound(to: Self.self).pointee.isEmpty }
    static func visit(at address: UnsafeRawPointer, _ body: (Items) -> Void) {
        address.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { elements in
            guard let first = elements.baseAddress else { return }
            body(Items(first: first, count: elements.count, stride: MemoryLayout<Element>.stride))
        }
    }
}

protocol IntegerReader: Reader, FixedWidthInteger {}

extension IntegerReader {
    static var shape: Shape { .integer }
    static func write(at address: UnsafeRawPointer, as escape: Escape, to output: inout Output) {
        let number = address.assumingMemoryBound(to: Self.self).pointee
        output.append(magnitude: UInt64(number.magnitude), isNegative: number < 0)
    }
}

extension Int: IntegerReader {}
extension Int8: IntegerReader {}
extension Int16: IntegerReader {}
extension Int32: IntegerReader {}
extension Int64: IntegerReader {}
extension UInt: IntegerReader {}
extension UInt8: IntegerReader {}
extension UInt16: IntegerReader {}
extension UInt32: IntegerReader {}
extension UInt64: IntegerReader {}

extension Double: Reader {
    static var shape: Shape { .number }
    static func write(at address: UnsafeRawPointer, as escape: Escape, to output: inout Output) {
        output.write(address.assumingMemoryBound(to: Self.self).pointee, as: escape)
    }
}
