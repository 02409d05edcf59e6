struct TemplateLibrary: Sendable {
    static let largestSum = 16 << 20

    var templates: [String: Template] = [:]
    /// Whether the rules are those of plain Mustache: missing names and templates are empty, and values are escaped alike in all places.
    var isLenient = false
    /// The files in which unknown templates are looked up when a tag names them. Nil if all templates are known.
    var files: TemplateFiles?
    private var size = 0

    init(isLenient: Bool = false, files: TemplateFiles? = nil) {
        self.isLenient = isLenient
        self.files = files
    }

    var errors: [TemplateError] { templates.values.flatMap(\.errors) }

    /// Reads a template and all templates that it names.
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

    /// Returns the error message for a tag with a missing template. Nil if the rules are those of plain Mustache, which shows nothing.
    func problem(withMissing name: String) -> String? {
        if files != nil, !TemplateFiles.isInside(name) {
            return "`\(name)` is no plain path below the template's folder; name a template in there."
        }
        return isLenient ? nil : "No template \(file(of: name))\(TemplateErrors.suggestion(for: name, among: templates.keys))"
    }

    private func file(of name: String) -> String { name + (files?.endings.first ?? TemplateFiles.ending) }

    /// Returns the names of the blocks of a template and of all templates that it contains. Nil if one of these is unknown.
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
