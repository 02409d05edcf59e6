import Foundation

/// Combines JavaScript modules that import one another into one script, so that a page loads one file. A bundle can also make several
/// scripts. Each script can then use the scripts before it.
///
/// Each module becomes a function that returns the module's exports. The function is called once, after the functions of the modules that
/// it imports. These statements are supported, each at the beginning of a line: `import "./x.js";`, `import { a, b as c } from "../x.js";`,
/// and `export` before `function`, `async function`, `class` and `const`.
struct ScriptBundle {
    /// The error for a module that has a statement that is not supported, or for modules that import each other.
    struct Misunderstanding: Error, CustomStringConvertible {
        let module: String
        let text: String

        var description: String { "\(module): \(text)" }
    }

    private let read: (String) throws -> String
    /// The names of the variables that hold the exports of modules, by the path of the module. Nil while the module is being read.
    private var names: [String: String?] = [:]
    private var text = ""
    /// The names of the variables that earlier scripts define.
    private var taken: [String] = []

    init(reading read: @escaping (String) throws -> String) { self.read = read }

    /// Returns one script with the modules that were added since the last call.
    mutating func take() -> String {
        let names = names.values.compactMap(\.self).sorted()
        let earlier = taken.isEmpty ? "" : "const { \(taken.joined(separator: ", ")) } = globalThis.boardwalk;\n"
        defer { (text, taken) = ("", names) }
        return earlier + text + "globalThis.boardwalk = { \(names.joined(separator: ", ")) };\n"
    }

    /// Adds a module unless it was added already. The modules that it imports are added before it. Returns the name of the variable that
    /// holds the module's exports. Throws `Misunderstanding`.
    @discardableResult
    mutating func add(_ path: String) throws -> String {
        if let known = names[path] {
            guard let name = known else { throw Misunderstanding(module: path, text: "it imports itself through other modules") }
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

    /// Returns the path of a module from its relative path, such as `./x.js` or `../x.js`, in `module`.
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

    /// Whether the statement is an import or an export. A bundle must not contain such statements.
    private static func isOfModules(_ statement: Substring) -> Bool {
        guard statement.hasPrefix("import") || statement.hasPrefix("export") else { return false }
        return statement.dropFirst(6).first.map(isOfNames) != true
    }

    private static func isOfNames(_ character: Character) -> Bool { character.isLetter || character.isNumber || "_$".contains(character) }

    /// Returns the names and the path in a statement such as `import { a, b as c } from "../x.js";`. The names are nil for a statement
    /// without names, such as `import "./x.js";`. Nil if the statement is not a supported import.
    private static func imported(by statement: Substring) -> (names: Substring?, path: String)? {
        guard statement.hasPrefix("import ") else { return nil }
        let parts = statement.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].isEmpty, parts[2] == ";" else { return nil }
        if parts[0] == "import " { return (nil, String(parts[1])) }
        guard parts[0].hasPrefix("import {"), parts[0].hasSuffix("} from ") else { return nil }
        return (parts[0].dropFirst("import {".count).dropLast("} from ".count), String(parts[1]))
    }

    /// Returns the name that a statement such as `export function a() {` exports, and the statement without `export`. Nil if it is not a
    /// supported export.
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

/// Reads the statements of a module line by line. An import of several lines is one statement. Type comments, and lines that contain only a
/// comment, are left out.
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

    private mutating func nextLine() -> Substring? {
        guard !rest.isEmpty else { return nil }
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest[line.endIndex...].dropFirst()
        return Substring(line)
    }
}
