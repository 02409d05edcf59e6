import App
import ArgumentParser
import Postgres
import SystemPackage

struct GamesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "games", abstract: "Manage the catalogue of video games.", subcommands: [Import.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import video games into the catalogue of all clubs.",
            discussion: """
                FILE is a CSV table (RFC 4180, UTF-8) with the names of the columns in its first line. If its name ends with .json, it is \
                a list of objects. The columns or fields are name, other_names, description, released, platforms, genres, alone, together, \
                against, hours, links, source and popularity. Only name is required. Semicolons separate the parts of a list. A video game \
                with the same name and release as an existing one changes that game. If there are mistakes, all of them are listed and \
                nothing is stored. A server may run at the same time.

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
                let (added, changed) = try await VideoGameImport(database).run(isDocument: file.lowercased().hasSuffix(".json")) {
                    let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                        count = try opened.read(into: UnsafeMutableRawBufferPointer(buffer))
                    }
                    return piece.isEmpty ? nil : piece
                }
                say("\(added) video games are new, \(changed) existed already.")
            } catch let problems as VideoGameImport.Problems {
                let more = problems.more == 0 ? [] : ["And \(problems.more) more."]
                throw OperatorError((["\(file): nothing was stored."] + problems.sentences + more).joined(separator: "\n"))
            }
        }
    }
}
