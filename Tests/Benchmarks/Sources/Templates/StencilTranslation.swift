import Foundation

/// Translates the site's Mustache templates into Stencil's language, so that both engines always render the same page. The result is what
/// a developer who knows the data would write: full names, `for` for lists, and `if` for all other sections.
struct StencilTranslation {
    private struct Scope {
        /// The section's value in Stencil's notation. Empty at the root.
        var path: String
        var value: Any?
    }

    let folder: String
    /// The page's data, which shows whether a section is a list or a condition.
    let data: [String: Any]

    /// The data for the translated template.
    var context: [String: Any] { Self.renamed(data) }

    func template(_ name: String) throws -> String {
        var result = ""
        var (scopes, ends) = ([Scope(path: "", value: data)], [String]())
        var rest = Substring(try expanded(name))
        while let tag = rest.firstMatch(of: /\{\{([#^\/]?)\s*([^}]+?)\s*\}\}/) {
            result += rest[..<tag.range.lowerBound]
            rest = rest[tag.range.upperBound...]
            let scope = resolve(String(tag.2), scopes)
            switch tag.1 {
            case "#":
                let list = scope.value as? [Any]
                let item = "item\(scopes.count)"
                result += list == nil ? "{% if \(scope.path) %}" : "{% for \(item) in \(scope.path) %}"
                ends.append(list == nil ? "{% endif %}" : "{% endfor %}")
                scopes.append(list.map { Scope(path: item, value: union($0)) } ?? scope)
            case "^":
                result += "{% if not \(scope.path) %}"
                ends.append("{% endif %}")
                scopes.append(scope)
            case "/":
                result += ends.removeLast()
                scopes.removeLast()
            default: result += "{{ \(scope.path) }}"
            }
        }
        return result + rest
    }

    /// Looks a name up in the innermost section that has its first part (Mustache specification, "Context Precedence").
    private func resolve(_ name: String, _ scopes: [Scope]) -> Scope {
        if name == ".", let scope = scopes.last { return scope }
        let parts = name.split(separator: ".").map(String.init)
        let scope = scopes.last { ($0.value as? [String: Any])?[parts[0]] != nil } ?? scopes[0]
        let value = parts.reduce(scope.value) { value, part in (value as? [String: Any])?[part] }
        let path = parts.map(Self.stencilName).joined(separator: ".")
        return Scope(path: scope.path.isEmpty ? path : scope.path + "." + path, value: value)
    }

    /// Stencil resolves `count` to the number of entries of a dictionary, even if the dictionary has a key of that name.
    private static func stencilName(_ name: String) -> String { name == "count" ? "count_" : name }

    private static func renamed(_ dictionary: [String: Any]) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: dictionary.map { (stencilName($0.key), renamed($0.value)) })
    }

    private static func renamed(_ value: Any) -> Any {
        switch value {
        case let dictionary as [String: Any]: renamed(dictionary)
        case let list as [Any]: list.map(renamed)
        default: value
        }
    }

    /// All keys that at least one item of the list has.
    private func union(_ list: [Any]) -> [String: Any] {
        list.compactMap { $0 as? [String: Any] }.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }

    /// The template with its partials and its parent inserted.
    private func expanded(_ name: String) throws -> String {
        var text = try String(contentsOfFile: "\(folder)/\(name).html", encoding: .utf8).replacing(/\{\{![^}]*\}\}\n?/, with: "")
        // A page also uses small parents inside itself, such as an icon.
        while let small = text.firstMatch(of: /(?s)\{\{<(_[\w-]+)\}\}(.*?)\{\{\/\1\}\}/) {
            text.replaceSubrange(small.range, with: try filled(String(small.1), with: String(small.2)))
        }
        while let partial = text.firstMatch(of: /\{\{> ([\w\/-]+)\}\}/) {
            text.replaceSubrange(partial.range, with: try expanded(String(partial.1)))
        }
        guard let parent = text.firstMatch(of: /\{\{<([\w\/-]+)\}\}/) else { return text }
        return try filled(String(parent.1), with: text)
    }

    /// The parent template with the blocks that the page overrides.
    private func filled(_ parent: String, with page: String) throws -> String {
        let blocks = page.matches(of: /(?s)\{\{\$(\w+)\}\}(.*?)\{\{\/\1\}\}/)
        let contents = Dictionary(blocks.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
        return try expanded(parent).replacing(/(?s)\{\{\$(\w+)\}\}(.*?)\{\{\/\1\}\}/) { block in
            contents[String(block.1)] ?? String(block.2)
        }
    }
}
