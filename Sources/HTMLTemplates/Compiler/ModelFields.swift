@_spi(Reflection) import Swift

/// The stored properties of a view model. The Swift runtime reports them.
struct ModelFields {
    struct Property {
        let offset: Int
        let type: Any.Type
    }

    private(set) var properties: [String: Property] = [:]
    /// Whether the runtime has reported the properties. It reports those of every struct, unless the program was built without this
    /// information.
    private(set) var isKnown = false

    init<Model: ViewModel>(of model: Model.Type) {
        let isStruct = _forEachField(of: model) { name, offset, type, _ in
            properties[String(cString: name)] = Property(offset: offset, type: type)
            return true
        }
        let isEmpty = properties.isEmpty && MemoryLayout<Model>.size > 0
        isKnown = isStruct && !isEmpty && properties[""] == nil
    }
}
