/// The parsed templates by name, as they are at one moment.
struct TemplateLibrary: Sendable {
    var templates: [String: Template]
    /// Plain Mustache: missing names and templates are empty, and a value is escaped alike in all places.
    var isLenient = false

    var errors: [TemplateError] { templates.values.flatMap(\.errors) }

    func missing(_ name: String) -> TemplateError {
        let suggestion = TemplateErrors.suggestion(for: name, among: templates.keys)
        return TemplateError(file: name + ".html", line: 1, column: 1, message: "There is no such template; add the file\(suggestion)")
    }

    /// The blocks of a template and of all that it contains; `nil` when one of these is unknown.
    func blocks(of name: String) -> Set<String>? {
        var blocks: Set<String> = []
        var seen: Set = [name]
        var open = [name]
        while let name = open.popLast() {
            guard let template = templates[name], template.errors.isEmpty else { return nil }
            for node in template.nodes {
                switch node.kind {
                case .block(let block): blocks.insert(block.name)
                case .partial(let reference), .parent(let reference):
                    if reference.isDynamic { return nil }
                    if seen.insert(reference.name.text).inserted { open.append(reference.name.text) }
                case .text, .value, .section: break
                }
            }
        }
        return blocks
    }
}
