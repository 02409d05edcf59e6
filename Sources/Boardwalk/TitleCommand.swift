import App
import ArgumentParser
import Postgres
import SystemPackage

struct TitleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "titles", abstract: "Look after the catalogue of video games.", subcommands: [Import.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read video games into the catalogue of all clubs.",
            discussion: """
                FILE is a table (CSV, RFC 4180, UTF-8) whose first line names its columns, or, where it ends with .json, a list of objects \
                with such fields: name, other_names, description, released, platforms, genres, alone, together, against, hours, links, \
                source, popularity. Only name must be there. Lists have semicolons between their parts. A title with the same name and \
                release as one that is there changes that one. If anything is wrong, all of it is said and nothing is stored. A server may \
                be running meanwhile.

                Exit codes: 0 done, 1 failed (it says why), 64 wrong configuration.
                """)

        @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file(extensions: ["csv", "json"]))
        var file: String

        func run() async throws {
            let settings = try Settings()
            guard let url = settings.databaseURL else {
                return try await EmbeddedPostgres.useServers(settings) { url in try await read(url, settings) }
            }
            try await read(url, settings)
        }

        private func read(_ url: String, _ settings: Settings) async throws {
            let opened: FileDescriptor
            do { opened = try FileDescriptor.open(file, .readOnly) } catch { throw OperatorError("\(file) cannot be read: \(error)") }
            defer { try? opened.close() }
            let database = try await DatabaseStart(DatabaseConfiguration(url: url), settings).open()
            defer { database.shutDown() }
            do {
                let (added, changed) = try await TitleImport(database).run(isDocument: file.lowercased().hasSuffix(".json")) {
                    let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                        count = try opened.read(into: UnsafeMutableRawBufferPointer(buffer))
                    }
                    return piece.isEmpty ? nil : piece
                }
                say("\(added) titles are new, \(changed) were there.")
            } catch let problems as TitleImport.Problems {
                let more = problems.more == 0 ? [] : ["And \(problems.more) more."]
                throw OperatorError((["\(file): nothing was stored."] + problems.sentences + more).joined(separator: "\n"))
            }
        }
    }
}
