import FoundationEssentials

/// The programs of the PostgreSQL that an existing cluster needs; for a new one those in PATH, or else Debian's newest.
struct PostgresPrograms {
    var initdb: String
    var control: String

    static func find(forCluster cluster: String) throws -> PostgresPrograms {
        let root = "/usr/lib/postgresql"
        let installed = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }.sorted()
        let wanted = (try? String(contentsOfFile: cluster + "/PG_VERSION", encoding: .utf8)).flatMap { Int($0.filter(\.isNumber)) }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let folders = wanted.map { ["\(root)/\($0)/bin"] + path } ?? path + (installed.last.map { ["\(root)/\($0)/bin"] } ?? [])
        for folder in folders {
            let programs = PostgresPrograms(initdb: folder + "/initdb", control: folder + "/pg_ctl")
            if [programs.initdb, programs.control].allSatisfy(FileManager.default.isExecutableFile) { return programs }
        }
        throw OperatorError(
            "PostgreSQL\(wanted.map { " \($0)" } ?? "") is not installed. On Debian: apt-get install postgresql. Or set BOARDWALK_DATABASE_URL."
        )
    }
}
