import FoundationEssentials
import Subprocess
import SystemPackage

/// The paths of the programs of an installed PostgreSQL.
struct PostgresPrograms {
    var initdb: String
    var control: String

    /// Finds the programs for a cluster, in PATH or in Debian's folders. An existing cluster needs programs of its own major version. For a
    /// new cluster, the newest version in Debian's folders is used if PATH has no programs. Throws `OperatorError` if no suitable programs
    /// are installed.
    static func find(forCluster cluster: String) async throws -> PostgresPrograms {
        let wanted = (try? String(contentsOfFile: cluster + "/PG_VERSION", encoding: .utf8)).flatMap { Int($0.filter(\.isNumber)) }
        for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
            let programs = PostgresPrograms(folder: String(folder))
            guard programs.areInstalled else { continue }
            if wanted == nil { return programs }
            if await programs.majorVersion() == wanted { return programs }
        }
        let root = "/usr/lib/postgresql"
        let installed = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }
        if let version = wanted ?? installed.max() {
            let programs = PostgresPrograms(folder: "\(root)/\(version)/bin")
            if programs.areInstalled { return programs }
        }
        throw OperatorError(
            "PostgreSQL\(wanted.map { " \($0)" } ?? "") is not installed. On Debian: apt-get install postgresql. Or set BOARDWALK_DATABASE_URL."
        )
    }

    private init(folder: String) {
        (initdb, control) = (folder + "/initdb", folder + "/pg_ctl")
    }

    private var areInstalled: Bool {
        [initdb, control].allSatisfy(FileManager.default.isExecutableFile)
    }

    /// Returns the major version in the output of `pg_ctl --version`, such as "pg_ctl (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)". Nil if
    /// the program cannot be run.
    private func majorVersion() async -> Int? {
        let result = try? await Subprocess.run(
            .path(FilePath(control)), arguments: ["--version"], workingDirectory: "/", output: .string(limit: 1024), error: .discarded)
        let words = result?.standardOutput.split(separator: " ") ?? []
        return words.lazy.compactMap { Int($0.prefix { $0.isNumber }) }.first
    }
}
