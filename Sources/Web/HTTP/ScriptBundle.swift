import Foundation

/// Makes one script of modules that import one another, so that a page asks for one file; or several, each of which uses those before it.
///
/// Each becomes a function that is called once, after those it imports, and gives what it exports. Understood are, each at the beginning of
/// a line: `import "./x.js";`, `import { a, b as c } from "../x.js";`, and `export` before `function`, `async function`, `class` and `const`.
struct ScriptBundle {
    /// What a module has that is not understood, or where two import each other.
    struct Misunderstanding: Error, CustomStringConvertible {
        let module: String
        let text: String

        var description: String { "\(module): \(text)" }
    }

    /// The text of the module with that path.
    private let read: (String) throws -> String
    /// By path; nil while it is being read.
    private var names: [String: String?] = [:]
    private var text = ""
    /// What the scripts before this one have.
    private var taken: [String] = []

    init(reading read: @escaping (String) throws -> String) { self.read = read }

    /// The script of what was added since the last one.
    mutating func take() -> String {
        let names = names.values.compactMap(\.self).sorted()
        let earlier = taken.isEmpty ? "" : "const { \(taken.joined(separator: ", ")) } = globalThis.boardwalk;\n"
        defer { (text, taken) = ("", names) }
        return earlier + text + "globalThis.boardwalk = { \(names.joined(separator: ", ")) };\n"
    }

    /// Adds a module and, before it, those it imports, unless they are there. Gives the name of what it exports. Throws `Misunderstanding`.
    @discardableResult
    mutating func add(_ path: String) throws -> String {
        if let known = names[path] {
            guard let name = known else { throw Misunderstanding(module: path, text: "it imports itself, by way of others") }
            return name
        }
        names[path] = .some(nil)
        let name = "m\(names.count)"
        let source = Self.withoutComments(try read(path))
        var body = ""
        var rest = source[...]
        for match in source.matches(of: /(?m)^import (?:\{([^}]*)\} from )?"([^"]+)";\n/) {
            body += rest[..<match.range.lowerBound]
            rest = rest[match.range.upperBound...]
            let module = try add(Self.path(String(match.2), from: path))
            if let names = match.1 { body += "const {\(names.replacing(" as ", with: ": "))} = \(module);\n" }
        }
        body += rest
        var exports: [String] = []
        body = body.replacing(/(?m)^export ((?:async function|function|class|const) (\w+))/) { match in
            exports.append(String(match.2))
            return match.1
        }
        if let line = body.firstMatch(of: /(?m)^(?:import|export)\b.*$/) { throw Misunderstanding(module: path, text: String(line.0)) }
        text += "const \(name) = (() => {\n\(body)\(exports.isEmpty ? "" : "return { \(exports.joined(separator: ", ")) };\n")})();\n"
        names[path] = name
        return name
    }

    /// `./x.js` and `../x.js` as that module means it.
    private static func path(_ relative: String, from module: String) -> String {
        var folders = module.split(separator: "/").dropLast()
        for part in relative.split(separator: "/") {
            switch part {
            case ".": break
            case "..": folders = folders.dropLast()
            default: folders.append(part)
            }
        }
        return folders.joined(separator: "/")
    }

    /// Comments, and indentation, are for readers: lines that are comments alone go, and types.
    private static func withoutComments(_ source: String) -> String {
        source.replacing(/\/\*\*(?s:.*?)\*\/ ?/, with: "").replacing(/(?m)^ *\/\/.*\n/, with: "")
    }
}
