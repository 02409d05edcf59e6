@_spi(Reflection) import Swift

/// The stored properties of a view model, as the Swift runtime tells them.
struct ModelFields {
    struct Property {
        let offset: Int
        let type: Any.Type
    }

    private(set) var properties: [String: Property] = [:]

    init(of model: any ViewModel.Type) {
        _ = _forEachField(of: model) { name, offset, type, _ in
            properties[String(cString: name)] = Property(offset: offset, type: type)
            return true
        }
    }
}
