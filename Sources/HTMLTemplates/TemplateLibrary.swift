struct TemplateLibrary: Sendable {
    static let largestSum = 16 << 20

    var templates: [String: Template] = [:]
    /// Whether the rules are those of plain Mustache: missing names and templates are shown as empty text, and values are escaped in the
    /// same way everywhere.
    var isLenient = false
    /// The files in which a template is looked up when a tag names it for the first time. Nil if all templates are known from the start.
    var files: TemplateFiles?
    private var size = 0

    init(isLenient: Bool = false, files: TemplateFiles? = nil) {
        self.isLenient = isLenient
        self.files = files
    }

    var errors: [TemplateError] { templates.values.flatMap(\.errors) }

    /// Reads a template and all templates that its tags name.
    mutating func load(_ name: String) {
        guard let files else { return }
        var open = [name]
        while let name = open.popLast() {
            guard templates[name] == nil, TemplateFiles.isInside(name), var template = files.template(name) else { continue }
            size += template.source.count
            if size > Self.largestSum {
                let message = "The templates are together larger than \(Self.largestSum >> 20) MB; name fewer of them."
                template = Template(name: name, file: template.file, unusable: message)
            }
            templates[name] = template
            open += template.references
        }
    }

    func missing(_ name: String) -> TemplateError {
        let suggestion = TemplateErrors.suggestion(for: name, among: templates.keys)
        return TemplateError("There is no such template; add the file\(suggestion)", at: 0, in: [], of: file(of: name))
    }

    /// Returns the error message for a tag that names a missing template. Nil under the rules of plain Mustache, in which a missing
    /// template is empty.
    func problem(withMissing name: String) -> String? {
        if files != nil, !TemplateFiles.isInside(name) {
            return "`\(name)` is no plain path below the template's folder; name a template in there."
        }
        return isLenient ? nil : "No template \(file(of: name))\(TemplateErrors.suggestion(for: name, among: templates.keys))"
    }

    private func file(of name: String) -> String { name + (files?.endings.first ?? TemplateFiles.ending) }

    /// Returns the names of the blocks in a template and in all templates that it contains. Nil if one of these templates is unknown.
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
