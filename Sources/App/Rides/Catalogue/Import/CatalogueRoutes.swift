import CSV
import FoundationEssentials
import HTMLTemplates
import Hummingbird
import NIOCore
import Postgres
import Web

/// Lets members export the catalogue, and lets admins import a file into the catalogue. An import is stored completely or not at all.
struct CatalogueRoutes {
    private let queries = CatalogueQueries()
    private static let parkBatchSize = 50
    private static let chunkSize = 1 << 16
    private static let writeDeadline = Duration.seconds(30)

    func add(to site: Site) {
        site.adminGet("/c/:club/parks/import") { visit in try visit.page(CatalogueImportPage(visit: visit)) }
        site.adminUpload("/c/:club/parks/import", importFile)
        site.memberFile("/c/:club/parks/catalogue.csv") { visit in file("csv", Response.csv, visit, writeTable) }
        site.memberFile("/c/:club/parks/catalogue.json") { visit in file("json", "application/json", visit, writeDocument) }
    }

    // MARK: Import

    private func importFile(_ visit: MemberVisit) async throws -> Response {
        return try await visit.answer {
            try await Upload.receiveImport(visit) { upload in
                try visit.spend(.catalogue)
                guard let file = upload.files.first else { throw Refusal(.unprocessableContent, "Choose a file.") }
                if let refusal = file.refusal { throw refusal }
                // An empty file is not stored on the disk.
                let path = file.size == 0 ? nil : "\(upload.folder)/\(file.name)"
                var catalogue = try await ImportLane.compute { try Self.parse(path, timeZone: visit.club.timeZone) }
                for (zone, place) in catalogue.zones where try await visit.services.timeZones.zone(zone) == nil {
                    catalogue.addProblems(["time_zone": "There is no time zone with this name. An example is “Europe/Dublin”."], at: place)
                }
                let matcher = NameMatcher(visit)
                let knownParks = try await matcher.parks(catalogue.parkKeys)
                try await ImportLane.change(&catalogue) { $0.matchParks(knownParks) }
                let places = try await visit.read(queries.parks(named: catalogue.unplacedParks))
                try await ImportLane.change(&catalogue) { $0.fillPlaces(places) }
                let knownRides = try await matcher.rides(catalogue.rideKeys)
                try await ImportLane.change(&catalogue) { $0.matchRides(knownRides) }
                guard catalogue.problems.count == 0 else {
                    return try visit.page(CatalogueImportPage(problemsOf: catalogue, visit: visit), status: .unprocessableContent)
                }
                do {
                    return try visit.page(CatalogueImportPage(catalogue, try await write(catalogue, visit), visit: visit))
                } catch let refused as CatalogueProblems {
                    for problem in refused.problems {
                        catalogue.addProblems(["moved_from": problem.sentence], ofRides: true, at: problem.at)
                    }
                    return try visit.page(CatalogueImportPage(problemsOf: catalogue, visit: visit), status: .unprocessableContent)
                }
            }
        } refused: { refusal in
            try visit.page(CatalogueImportPage(problem: refusal.sentence, visit: visit))
        }
    }

    private static func parse(_ path: String?, timeZone: String) throws -> CatalogueFile {
        var catalogue = CatalogueFile(timeZone: timeZone)
        var rest = try path.map { try Data(contentsOf: URL(filePath: $0), options: .mappedIfSafe)[...] } ?? Data()
        // A JSON document starts with a brace, which can follow a byte order mark.
        if rest.first(where: { !" \t\r\n\u{FEFF}".utf8.contains($0) }) == UInt8(ascii: "{") {
            try catalogue.readDocument(rest)
        } else {
            try catalogue.readTable {
                defer { rest = rest.dropFirst(chunkSize) }
                return rest.isEmpty ? nil : Array(rest.prefix(chunkSize))
            }
        }
        return catalogue
    }

    private func write(_ catalogue: CatalogueFile, _ visit: MemberVisit) async throws -> CatalogueOutcome {
        let me = visit.me
        let (parkBatches, rideBatches, zoneless) = try await ImportLane.compute {
            (try catalogue.parkBatches(), try catalogue.rideBatches(), try catalogue.zonelessBatches())
        }
        return try await visit.services.database.transaction(tenant: visit.club.id.rawValue, deadline: Self.writeDeadline) { transaction in
            var (parks, rides) = (CatalogueCount(), CatalogueCount())
            for batch in parkBatches { parks += try await transaction.run(queries.addParks(batch, by: me)) }
            for batch in rideBatches { rides += try await transaction.run(queries.addRides(batch, by: me)) }
            rides.changed += try await CatalogueMoves(catalogue.moves).write(transaction, by: me)
            var outcome = CatalogueOutcome(parks: parks, rides: rides)
            for batch in zoneless where parks.added > 0 { outcome.zoneless += try await transaction.run(queries.newParks(in: batch)) }
            return outcome
        }
    }

    // MARK: Export

    private typealias Write = @Sendable (MemberVisit, inout any ResponseBodyWriter) async throws -> Void

    private func file(_ ending: String, _ type: String, _ visit: MemberVisit, _ write: @escaping Write) -> Response {
        .file("\(visit.club.slug)-parks.\(ending)", type: type) { writer in try await write(visit, &writer) }
    }

    /// Reads all parks with their rides in batches, and passes each batch to `work`.
    private func forEachPark(_ visit: MemberVisit, _ work: ([(Park, [Ride])]) async throws -> Void) async throws {
        var last = ID<Park>(0)
        while true {
            let parks = try await visit.read(queries.parks(after: last, limit: Self.parkBatchSize))
            guard let first = parks.first, let end = parks.last else { return }
            let rides = Dictionary(grouping: try await visit.read(queries.rides(inParks: first.id, to: end.id)), by: \.park)
            try await work(parks.map { ($0, rides[$0.id] ?? []) })
            last = end.id
        }
    }

    @Sendable private func writeTable(_ visit: MemberVisit, _ writer: inout any ResponseBodyWriter) async throws {
        var file = CSVWriter(byteOrderMark: true)
        let columns = CatalogueFile.parkColumns.map(\.heading) + CatalogueFile.rideColumns.map(\.heading)
        try await writer.write(ByteBuffer(bytes: file.record(columns.map { .text($0) })))
        let fieldNames = (parks: CatalogueFile.parkColumns.map(\.field), rides: CatalogueFile.rideColumns.map(\.field))
        var target = writer
        try await forEachPark(visit) { parks in
            var bytes: [UInt8] = []
            for (park, rides) in parks {
                let known = park.fields
                let parkFields = fieldNames.parks.map { CSVField.text(known[$0] ?? "") }
                if rides.isEmpty { file.append(parkFields + fieldNames.rides.map { _ in "" }, to: &bytes) }
                for ride in rides {
                    let known = ride.fields
                    file.append(parkFields + fieldNames.rides.map { .text(known[$0] ?? "") }, to: &bytes)
                }
            }
            try await target.write(ByteBuffer(bytes: bytes))
        }
        writer = target
    }

    @Sendable private func writeDocument(_ visit: MemberVisit, _ writer: inout any ResponseBodyWriter) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var target = writer
        var isFirst = true
        try await target.write(ByteBuffer(string: "{\"parks\": ["))
        try await forEachPark(visit) { parks in
            var bytes: [UInt8] = []
            for (park, rides) in parks {
                bytes += (isFirst ? "\n" : ",\n").utf8
                isFirst = false
                let known = rides.map { $0.fields.filter { !$0.value.isEmpty } }
                var entry = try encoder.encode(park.fields.filter { !$0.value.isEmpty })
                entry.removeLast()
                bytes += entry
                bytes += ",\"rides\":".utf8
                bytes += try encoder.encode(known)
                bytes.append(UInt8(ascii: "}"))
            }
            try await target.write(ByteBuffer(bytes: bytes))
        }
        try await target.write(ByteBuffer(string: "\n]}\n"))
        writer = target
    }
}

extension Park {
    fileprivate var fields: [String: String] { ParkForm(self, timeZone: timeZone).texts }
}

extension Ride {
    fileprivate var fields: [String: String] {
        RideForm(self).texts.merging(["moved_from": facts.movedFrom?.fileLabel ?? ""]) { $1 }
    }
}

struct CatalogueImportPage: Page {
    static let template = "rides/import"
    var layout: Layout
    var maxMegabytes = UploadForm.Limits.fileMegabytes
    var parks: String
    var action: String
    var table: String
    var document: String
    var columns: String
    var problems: [String]
    var moreProblems: String?
    var problem: String?
    var outcome: String?
    var zoneless: ZonelessParks?

    init(visit: MemberVisit, problems: [String] = [], more: Int = 0, problem: String? = nil, outcome: String? = nil) {
        layout = visit.layout
        parks = visit.club.path + "/parks"
        (action, table, document) = (parks + "/import", parks + "/catalogue.csv", parks + "/catalogue.json")
        columns = (CatalogueFile.parkColumns.map(\.heading) + CatalogueFile.rideColumns.map(\.heading)).joined(separator: ", ")
        (self.problems, self.problem, self.outcome) = (problems, problem, outcome)
        moreProblems = more > 0 ? "And \(more) more." : nil
    }

    init(problem: String, visit: MemberVisit) { self.init(visit: visit, problems: [], problem: problem) }

    init(problemsOf catalogue: CatalogueFile, visit: MemberVisit) {
        self.init(
            visit: visit, problems: catalogue.problems.sentences, more: catalogue.problems.more,
            problem: "Nothing was changed. Correct these mistakes in the file, then send it again.")
    }

    init(_ catalogue: CatalogueFile, _ counts: CatalogueOutcome, visit: MemberVisit) {
        func words(_ all: Int, _ one: String, _ several: String, _ count: CatalogueCount) -> String {
            "\(all) \(all == 1 ? one : several): \(count.added) new, \(count.changed) changed, \(all - count.added - count.changed) as before."
        }
        let parks = words(catalogue.parks.count, "park", "parks", counts.parks)
        let rides = words(catalogue.rides.count, "ride", "rides", counts.rides)
        self.init(visit: visit, outcome: "\(parks) \(rides)")
        zoneless = counts.zoneless.isEmpty ? nil : ZonelessParks(counts.zoneless, in: visit.club)
    }
}

/// The new parks for which the file gives no time zone, with links to their forms. These parks got the time zone of the club.
struct ZonelessParks: ViewModel {
    var words: String
    var entries: [Entry]

    private static let shown = 20

    struct Entry: ViewModel {
        var name: String
        var path: String
    }

    init(_ parks: [NewPark], in club: Club) {
        let have = parks.count == 1 ? "1 new park has" : "\(parks.count) new parks have"
        words = "\(have) no time zone yet: \(parks.count == 1 ? "its" : "their") days are counted in \(club.timeZone)."
        entries = parks.prefix(Self.shown).map { Entry(name: $0.name, path: Park.path(of: $0.id, in: club) + "/edit") }
    }
}

extension RateLimiter.Limit {
    static let catalogue = RateLimiter.Limit(name: "catalogue", burst: 10, secondsPerToken: 30)
}
