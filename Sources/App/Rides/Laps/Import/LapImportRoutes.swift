import FoundationEssentials
import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Imports a member's laps from a file. If one row is wrong, no row is imported.
struct LapImportRoutes {
    private let queries = LapImportQueries()
    private static let bytesPerChunk = 1 << 16

    func add(to site: Site) {
        site.memberGet("/c/:club/rides/lap-import") { visit in try visit.page(LapImportPage(visit: visit)) }
        site.memberUpload("/c/:club/rides/lap-import", read)
    }

    private func read(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try await Upload.receiveImport(visit) { upload in
                try visit.spend(.lapImport)
                guard let file = upload.files.first else { throw Refusal(.unprocessableContent, "Choose a file.") }
                if let refusal = file.refusal { throw refusal }
                // An empty upload has no file on the disk.
                let path = file.size == 0 ? nil : "\(upload.folder)/\(file.name)"
                let lapImport = try await ImportLane.compute { try Self.parse(path) }
                return try await count(lapImport, visit)
            }
        } refused: { refusal in
            try visit.page(LapImportPage(problem: refusal.sentence, visit: visit), status: refusal.status)
        }
    }

    private static func parse(_ path: String?) throws -> LapImport {
        var lapImport = LapImport()
        var rest = try path.map { try Data(contentsOf: URL(filePath: $0), options: .mappedIfSafe)[...] } ?? Data()
        try lapImport.read {
            defer { rest = rest.dropFirst(bytesPerChunk) }
            return rest.isEmpty ? nil : Array(rest.prefix(bytesPerChunk))
        }
        return lapImport
    }

    private func count(_ lapImport: LapImport, _ visit: MemberVisit) async throws -> Response {
        var lapImport = lapImport
        let matcher = NameMatcher(visit)
        let parks = try await matcher.parks(lapImport.parkKeys)
        try await ImportLane.change(&lapImport) { $0.replaceParkNames(parks) }
        let rides = try await matcher.rides(lapImport.rideKeys)
        try await ImportLane.change(&lapImport) { $0.replaceRideNames(rides) }
        let named = lapImport
        let batches = try await ImportLane.compute { try named.batches() }
        var found = 0
        for batch in batches where found < FileProblems.maxSentences {
            let problems = try await visit.read(queries.problems(in: batch, limit: FileProblems.maxSentences))
            for problem in problems { lapImport.addProblem(problem) }
            found += problems.count
        }
        guard lapImport.problems.count == 0 else {
            return try visit.page(LapImportPage(problemsOf: lapImport, visit: visit), status: .unprocessableContent)
        }
        guard !batches.isEmpty else { throw Refusal(.unprocessableContent, "The file has no rows.") }
        let (totals, keyPrefix) = (MemberRideTotalQueries(), "file-" + RandomText.make(bytes: 9))
        let noCount: @Sendable (Int) -> LapImportCount = { _ in LapImportCount() }
        var work = [queries.lock(visit.me).map(noCount)]
        work += batches.map { queries.lockRides(of: $0).map(noCount) }
        work += batches.map { queries.count($0, keyPrefix: keyPrefix, by: visit.me).map { LapImportCount(days: $0) } }
        work += batches.map { queries.mark($0, by: visit.me).map { LapImportCount(marks: $0) } }
        work += [totals.lock(visit.me).map(noCount), totals.recalculate(visit.me).map(noCount)]
        work.append(RideBadges.rides.award(to: [visit.me]).map { _ in LapImportCount() })
        let counts = try await visit.write(and: work)
        return try visit.page(LapImportPage(counts.reduce(into: LapImportCount()) { $0 += $1 }, of: lapImport, visit: visit))
    }
}

struct LapImportPage: Page {
    static let template = "rides/lap-import"
    var layout: Layout
    var maxMegabytes = UploadForm.Limits.fileMegabytes
    /// The path of the member's laps.
    var log: String
    var action: String
    /// The path of a file with the member's laps, as an example.
    var file: String
    /// The first problems in the file. `moreProblems` gives the number of the other problems.
    var problems: [String]
    /// The number of problems that are not in `problems`, for example "And 12 more.". Nil if `problems` has all problems.
    var moreProblems: String?
    var problem: String?
    /// Says what was imported. Nil unless an import has succeeded.
    var outcome: String?

    private init(visit: MemberVisit, problems: [String], more: Int = 0, problem: String? = nil, outcome: String? = nil) {
        layout = visit.layout
        log = LapsPage.path(of: visit.session.username, in: visit.club)
        (action, file) = (visit.club.path + "/rides/lap-import", visit.club.path + "/laps/mine.csv")
        (self.problems, self.problem, self.outcome) = (problems, problem, outcome)
        moreProblems = more > 0 ? "And \(more) more." : nil
    }

    init(problem: String? = nil, visit: MemberVisit) { self.init(visit: visit, problems: [], problem: problem) }

    init(problemsOf lapImport: LapImport, visit: MemberVisit) {
        self.init(
            visit: visit, problems: lapImport.problems.sentences, more: lapImport.problems.more,
            problem: "Nothing was counted. Correct these mistakes in the file, then send it again.")
    }

    init(_ count: LapImportCount, of lapImport: LapImport, visit: MemberVisit) {
        let lines = lapImport.rows.count == 1 ? "1 line was read" : "\(lapImport.rows.count) lines were read"
        let days = count.days == 1 ? "1 day of a ride changed" : "\(count.days) days of rides changed"
        let marks = count.marks == 0 ? "" : count.marks == 1 ? ", 1 ride marked as ridden" : ", \(count.marks) rides marked as ridden"
        self.init(visit: visit, problems: [], outcome: "\(lines): \(days)\(marks).")
    }
}

extension RateLimiter.Limit {
    static let lapImport = RateLimiter.Limit(name: "lap import", burst: 5, secondsPerToken: 60)
}
