import FoundationEssentials
import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// One's own log from a file, as a whole or not at all.
struct LapTableRoutes {
    private let queries = LapTableQueries()
    /// Bytes.
    private static let chunk = 1 << 16

    func add(to site: Site) {
        site.memberGet("/c/:club/rides/log") { visit in try visit.page(LapTablePage(visit: visit)) }
        site.memberUpload("/c/:club/rides/log", read)
    }

    private func read(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            try await Upload.receiveImport(visit) { upload in
                try visit.spend(.lapTable)
                guard let file = upload.files.first else { throw Refusal(.unprocessableContent, "Choose a file.") }
                if let refusal = file.refusal { throw refusal }
                // Of a file without bytes nothing is on the disk.
                let path = file.size == 0 ? nil : "\(upload.folder)/\(file.name)"
                let table = try await ImportLane.compute { try Self.parse(path) }
                return try await count(table, visit)
            }
        } refused: { refusal in
            try visit.page(LapTablePage(problem: refusal.sentence, visit: visit), status: refusal.status)
        }
    }

    private static func parse(_ path: String?) throws -> LapTable {
        var table = LapTable()
        var rest = try path.map { try Data(contentsOf: URL(filePath: $0), options: .mappedIfSafe)[...] } ?? Data()
        try table.read {
            defer { rest = rest.dropFirst(chunk) }
            return rest.isEmpty ? nil : Array(rest.prefix(chunk))
        }
        return table
    }

    private func count(_ table: LapTable, _ visit: MemberVisit) async throws -> Response {
        var table = table
        let namesakes = Namesakes(visit)
        let parks = try await namesakes.parks(table.parkKeys)
        try await ImportLane.change(&table) { $0.name(parks) }
        let rides = try await namesakes.rides(table.rideKeys)
        try await ImportLane.change(&table) { $0.name(rides) }
        let named = table
        let batches = try await ImportLane.compute { try named.batches() }
        var found = 0
        for batch in batches where found < FileProblems.shown {
            let problems = try await visit.read(queries.problems(in: batch, limit: FileProblems.shown))
            for problem in problems { table.note(problem) }
            found += problems.count
        }
        guard table.problems.count == 0 else {
            return try visit.page(LapTablePage(problemsOf: table, visit: visit), status: .unprocessableContent)
        }
        guard !batches.isEmpty else { throw Refusal(.unprocessableContent, "There is no line in it.") }
        let (riders, name) = (RiderQueries(), "file-" + RandomText.make(bytes: 9))
        let nothing: @Sendable (Int) -> LapTableCount = { _ in LapTableCount() }
        var work = [queries.hold(visit.me).map(nothing)]
        work += batches.map { queries.holdRides(of: $0).map(nothing) }
        work += batches.map { queries.count($0, name: name, by: visit.me) }
        work += [riders.hold(visit.me).map(nothing), riders.recount(visit.me).map(nothing)]
        work.append(RideBadges.rides.settle([visit.me]).map { _ in LapTableCount() })
        let counts = try await visit.write(and: work)
        return try visit.page(LapTablePage(counts.reduce(into: LapTableCount()) { $0 += $1 }, of: table, visit: visit))
    }
}

/// Where one's own log is read in, and what came of it.
struct LapTablePage: Page {
    static let template = "rides/log-import"
    var layout: Layout
    var log: String
    var action: String
    var file: String
    /// What was wrong, up to some of it.
    var problems: [String]
    /// "And 12 more."
    var moreProblems: String?
    var problem: String?
    /// What was read, in a sentence.
    var outcome: String?

    private init(visit: MemberVisit, problems: [String], more: Int = 0, problem: String? = nil, outcome: String? = nil) {
        layout = visit.layout
        log = LapsPage.path(of: visit.session.username, in: visit.club)
        (action, file) = (visit.club.path + "/rides/log", visit.club.path + "/laps/mine.csv")
        (self.problems, self.problem, self.outcome) = (problems, problem, outcome)
        moreProblems = more > 0 ? "And \(more) more." : nil
    }

    init(problem: String? = nil, visit: MemberVisit) { self.init(visit: visit, problems: [], problem: problem) }

    init(problemsOf table: LapTable, visit: MemberVisit) {
        self.init(
            visit: visit, problems: table.problems.sentences, more: table.problems.more,
            problem: "Nothing was counted. Correct these in the file, then send it once more.")
    }

    init(_ count: LapTableCount, of table: LapTable, visit: MemberVisit) {
        let lines = table.rows.count == 1 ? "1 line was read" : "\(table.rows.count) lines were read"
        let days = count.days == 1 ? "1 day of a ride changed" : "\(count.days) days of rides changed"
        let marks = count.marks == 0 ? "" : count.marks == 1 ? ", 1 ride noted as ridden" : ", \(count.marks) rides noted as ridden"
        self.init(visit: visit, problems: [], outcome: "\(lines): \(days)\(marks).")
    }
}

extension RateLimiter.Limit {
    static let lapTable = RateLimiter.Limit(name: "lap table", burst: 5, secondsPerToken: 60)
}
