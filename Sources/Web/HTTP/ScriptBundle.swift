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
        var body = ""
        var exports: [String] = []
        var statements = Statements(of: try read(path))
        while let statement = statements.next() {
            if let (names, module) = Self.imported(by: statement) {
                let module = try add(Self.path(module, from: path))
                if let names { body += "const {\(names.replacing(" as ", with: ": "))} = \(module);\n" }
            } else if let (name, declaration) = Self.exported(by: statement) {
                exports.append(name)
                body += declaration + "\n"
            } else if Self.isOfModules(statement) {
                throw Misunderstanding(module: path, text: String(statement))
            } else {
                body += statement + "\n"
            }
        }
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

    /// Whether it begins as what bundles have no longer.
    private static func isOfModules(_ statement: Substring) -> Bool {
        guard statement.hasPrefix("import") || statement.hasPrefix("export") else { return false }
        return statement.dropFirst(6).first.map(isOfNames) != true
    }

    private static func isOfNames(_ character: Character) -> Bool { character.isLetter || character.isNumber || "_$".contains(character) }

    /// The names and the path in `import { a, b as c } from "../x.js";`, no names in `import "./x.js";`.
    private static func imported(by statement: Substring) -> (names: Substring?, path: String)? {
        guard statement.hasPrefix("import ") else { return nil }
        let parts = statement.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].isEmpty, parts[2] == ";" else { return nil }
        if parts[0] == "import " { return (nil, String(parts[1])) }
        guard parts[0].hasPrefix("import {"), parts[0].hasSuffix("} from ") else { return nil }
        return (parts[0].dropFirst("import {".count).dropLast("} from ".count), String(parts[1]))
    }

    /// The name in `export function a() {`, and the line without `export`.
    private static func exported(by statement: Substring) -> (name: String, declaration: Substring)? {
        guard statement.hasPrefix("export ") else { return nil }
        let declaration = statement.dropFirst("export ".count)
        for kind in ["async function ", "function ", "class ", "const "] where declaration.hasPrefix(kind) {
            let name = declaration.dropFirst(kind.count).prefix(while: isOfNames)
            return name.isEmpty ? nil : (String(name), declaration)
        }
        return nil
    }
}

/// The lines of a module, but an import of several lines as one. Comments are for readers: types go, and lines that are comments alone.
private struct Statements {
    private let source: String
    private var rest: Substring.UTF8View

    init(of text: String) {
        source = String(decoding: text.utf8.withoutComments(from: "/**", trailing: " "), as: UTF8.self)
        rest = source[...].utf8
    }

    mutating func next() -> Substring? {
        while let line = nextLine() {
            if line.utf8.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: "//".utf8) { continue }
            guard line.hasPrefix("import {"), !line.utf8.contains(UInt8(ascii: "}")) else { return line }
            var end = line.endIndex
            while let more = nextLine() {
                end = more.endIndex
                if more.utf8.contains(UInt8(ascii: "}")) { break }
            }
            return source[line.startIndex..<end]
        }
        return nil
    }

    /// Without its end.
    private mutating func nextLine() -> Substring? {
        guard !rest.isEmpty else { return nil }
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest[line.endIndex...].dropFirst()
        return Substring(line)
    }
}
