import App
import ArgumentParser
import HTMLTemplates
import SystemPackage

struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Render a template, or check the templates of the site.", subcommands: [Render.self, Check.self])

    struct Render: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Render a template with JSON data to standard output.",
            discussion: """
                {{> row}} and {{<row}} read the file row in FILE's folder, with FILE's ending, .html or .mustache. {{> club/row}} reads it \
                in the folder club below. A name that leads out of the folder is refused.
                Errors are written to standard error as file:line:column. The exit status is then 1, and nothing is written to standard \
                output. Without --lenient, a name that is missing in the data is an error, and so is a value in a place where HTML cannot \
                show it safely.
                """)

        @Argument(help: ArgumentHelp("The template.", valueName: "file"), completion: .file())
        var template: String

        @Option(
            help: ArgumentHelp("The JSON data, or - for standard input.", valueName: "file.json"), completion: .file(extensions: ["json"]))
        var data: String

        @Flag(help: "Plain Mustache: missing values are empty, and all values are escaped in the same way.")
        var lenient = false

        func run() throws {
            let json = try DataFile(path: data)
            let page = try reportingErrors { try TemplateData(json: json.bytes, file: json.name) }
            let html = try reportingErrors(in: folder) { try TemplateStore.render(file: template, data: page, lenient: lenient) }
            Console.standardOutput.write(html)
        }

        private var folder: String { template.lastIndex(of: "/").map { String(template[...$0]) } ?? "" }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every template of the site against its page type.",
            discussion: "The templates are in the folder Templates in BOARDWALK_ROOT, or in the current folder.")

        func run() throws {
            let settings = try Settings()
            try reportingErrors(in: settings.app.root + "/Templates/") { try SiteFiles.checkTemplates(root: settings.app.root) }
            say("the templates fit")
        }
    }
}

/// The bytes of a file or of standard input, and the name of the file for error messages.
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

/// Runs `body`. If it throws template errors, writes each of them as a line to standard error, and exits with status 1.
private func reportingErrors<Value>(in folder: String = "", _ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let mistakes as TemplateErrors {
        let lines = mistakes.errors.map { "\(folder)\($0)\n" }.joined()
        Console.standardError.write(lines)
        throw ExitCode.failure
    }
}
