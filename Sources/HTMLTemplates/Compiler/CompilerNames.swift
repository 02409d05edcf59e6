/// A model or a list item whose properties a template can use as names. `{{.}}` shows the model or item itself.
struct Scope {
    let field: Field
    let reader: any Reader.Type
}

/// The path from a scope to a field. The path may contain Optionals. Each Optional becomes a section of its own in the program.
struct Route {
    struct Hop {
        let offset: Int32
        let reader: any Reader.Type
    }

    var slot: Int32
    var offset: Int32
    var hops: [Hop] = []
    /// The reader of the field at the end of the path, which is never an Optional.
    var reader: any Reader.Type

    init(to field: Field, _ reader: any Reader.Type) {
        slot = field.slot
        offset = field.offset
        self.reader = reader
    }
}

extension Compiler {
    /// Finds the scope that has the name, beginning with the innermost scope as in Mustache, and follows the names after its dots. If there
    /// is an error, reports it and returns nil.
    mutating func route(to name: Name, _ node: Node, in frame: Frame) -> Route? {
        guard let innermost = scopes.last else { return nil }
        var path = name.path[...]
        var route = Route(to: innermost.field, innermost.reader)
        if let first = path.first {
            guard let scope = scopes.last(where: { properties(of: $0.reader)?[first] != nil }) else {
                unknown(first, scopes.reversed(), node, in: frame)
                return nil
            }
            route = Route(to: scope.field, scope.reader)
        }
        repeat {
            if let part = path.popFirst(), !follow(part, &route, name, node, in: frame) { return nil }
            guard unwrap(&route, name, node, in: frame) else { return nil }
        } while !path.isEmpty
        return route
    }

    private mutating func follow(_ part: String, _ route: inout Route, _ name: Name, _ node: Node, in frame: Frame) -> Bool {
        guard let properties = properties(of: route.reader) else {
            report("`\(name.text)` goes into \(described(route.reader)), which has no names; \(advice(route.reader)).", node, in: frame)
            return false
        }
        guard let property = properties[part] else {
            unknown(part, [Scope(field: Field(slot: 0, offset: 0), reader: route.reader)], node, in: frame)
            return false
        }
        guard let reader = propertyReader(of: property.type) else {
            report("`\(name.text)` is of type \(property.type), \(refusal(of: property.type)).", node, in: frame)
            return false
        }
        route.offset += Int32(property.offset)
        route.reader = reader
        return true
    }

    /// Extends the route through all Optionals to the value in them. If the value's type cannot be shown, reports an error and returns
    /// false.
    mutating func unwrap(_ route: inout Route, _ name: Name, _ node: Node, in frame: Frame) -> Bool {
        while case .optional(let wrapped) = route.reader.shape {
            guard let reader = reader(of: wrapped) else {
                report("`\(name.text)` is of type \(wrapped), \(refusal(of: wrapped)).", node, in: frame)
                return false
            }
            route.hops.append(Route.Hop(offset: route.offset, reader: route.reader))
            route.offset = 0
            route.reader = reader
        }
        return true
    }

    /// Adds the instructions that `body` makes. They are enclosed in one section for each Optional of the route.
    mutating func along(_ route: Route, _ body: (inout Compiler, Field) -> Void) {
        var slot = route.slot
        var opened: [Int] = []
        for hop in route.hops {
            opened.append(instructions.count)
            instructions.append(.section(Field(slot: slot, offset: hop.offset), hop.reader, slot: slots, end: 0))
            slot = slots
            enterSlot()
        }
        body(&self, Field(slot: slot, offset: route.offset))
        slots -= Int32(route.hops.count)
        opened.forEach { end($0) }
    }

    mutating func enterSlot() {
        slots += 1
        mostSlots = max(mostSlots, slots)
    }

    private mutating func properties(of reader: any Reader.Type) -> [String: ModelFields.Property]? {
        guard case .model(let model) = reader.shape else { return nil }
        let id = ObjectIdentifier(model)
        if let known = fields[id] { return known.properties }
        let found = ModelFields(of: model)
        fields[id] = found
        return found.properties
    }

    private mutating func unknown(_ part: String, _ scopes: [Scope], _ node: Node, in frame: Frame) {
        guard hasRoomForErrors else { return }
        let models = scopes.compactMap { scope -> Any.Type? in
            guard case .model(let model) = scope.reader.shape else { return nil }
            return model
        }
        if let model = models.first(where: { fields[ObjectIdentifier($0)]?.isKnown == false }) {
            return report("The properties of \(model) are unknown; \(Self.reflectionAdvice).", node, in: frame)
        }
        let known = scopes.flatMap { properties(of: $0.reader).map { Array($0.keys) } ?? [] }
        let place = models.first.map { "in \($0)" } ?? "here"
        report("No name `\(part)` \(place)\(TemplateErrors.suggestion(for: part, among: known))", node, in: frame)
    }

    private static let reflectionAdvice = "make it a struct, and build without -disable-reflection-metadata or -disable-reflection-names"

    func described(_ reader: any Reader.Type) -> String {
        switch reader.shape {
        case .text: "text"
        case .integer, .number: "a number"
        case .flag: "a Bool"
        case .optional: "an Optional"
        case .list: "a list"
        case .model(let model): "a \(model)"
        }
    }

    func refusal(of type: Any.Type) -> String {
        "which templates cannot show; make it a \(type is AnyClass ? "struct" : "TemplateValue")"
    }

    private func advice(_ reader: any Reader.Type) -> String {
        if case .list = reader.shape { return "open the list with {{#…}} first" }
        return "end the name before the dot"
    }
}
