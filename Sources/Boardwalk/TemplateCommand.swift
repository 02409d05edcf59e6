import App
import ArgumentParser
import HTMLTemplates
import SystemPackage

struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Render a template, or check those of the site.", subcommands: [Render.self, Check.self])

    struct Render: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Render a template over JSON, to standard output.",
            discussion: """
                {{> row}} and {{<row}} are row with FILE's ending (or row.html, row.mustache) in FILE's folder, and {{> club/row}} is in the \
                folder club below it. A name that leads out of the folder is refused.
                Mistakes go to standard error as file:line:column, with exit status 1 and nothing on standard output. Unless --lenient \
                is given, these are also names that the data do not have, and values where HTML has no safe place for them.
                """)

        @Argument(help: ArgumentHelp("The template.", valueName: "file"), completion: .file())
        var template: String

        @Option(help: ArgumentHelp("The data; - reads standard input.", valueName: "file.json"), completion: .file(extensions: ["json"]))
        var data: String

        @Flag(help: "Plain Mustache: what is missing is empty, and a value is escaped alike in all places.")
        var lenient = false

        func run() throws {
            let json = try DataFile(path: data)
            let page = try tellingMistakes { try TemplateData(json: json.bytes, file: json.name) }
            let html = try tellingMistakes(in: folder) { try TemplateStore.render(file: template, data: page, lenient: lenient) }
            Console.standardOutput.write(html)
        }

        private var folder: String { template.lastIndex(of: "/").map { String(template[...$0]) } ?? "" }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every template of the site against the page that it shows.",
            discussion: "It looks in Templates below BOARDWALK_ROOT, or below the current folder.")

        func run() throws {
            let settings = try Settings()
            try tellingMistakes(in: settings.app.root + "/Templates/") { try checkSiteTemplates(root: settings.app.root) }
            say("the templates fit")
        }
    }
}

/// The bytes of a file or of standard input, and what mistakes call it.
private struct DataFile {
    let name: String
    let bytes: [UInt8]

    init(path: String) throws {
        name = path == "-" ? "standard input" : path
        do {
            let file = path == "-" ? FileDescriptor.standardInput : try FileDescriptor.open(path, .readOnly)
            defer { if path != "-" { try? file.close() } }
            bytes = try Self.bytes(of: file, upTo: TemplateData.largestJSON + 1)
        } catch {
            throw OperatorError("\(name) cannot be read: \(error)")
        }
    }

    private static func bytes(of file: FileDescriptor, upTo limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let piece = try [UInt8](unsafeUninitializedCapacity: min(1 << 16, limit - bytes.count)) { buffer, count in
                count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }
}

/// Writes mistakes to standard error, one a line, and ends with status 1.
private func tellingMistakes<Value>(in folder: String = "", _ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let mistakes as TemplateErrors {
        let lines = mistakes.errors.map { "\(folder)\($0)\n" }.joined()
        Console.standardError.write(lines)
        throw ExitCode.failure
    }
}
