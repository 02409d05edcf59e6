import Archive
import FoundationEssentials
import Hummingbird
import NIOCore
import Postgres

/// Writes all data of an account as a ZIP archive with JSON files and photos.
///
/// The archive is sent while it is written. So the memory never holds more than one file. For a list, it holds at most `bufferLimit` bytes
/// and one batch of rows.
struct ExportWriter {
    let session: Session
    let clubs: [Club]
    let database: Database
    private let now = ZipTime(secondsSince1970: Int64(Date().timeIntervalSince1970))
    private var zip = ZipWriter()
    private static let batchSize = 500
    private static let bufferLimit = 1 << 20

    init(of session: Session, in clubs: [Club], database: Database) {
        (self.session, self.clubs, self.database) = (session, clubs, database)
    }

    mutating func write(_ exports: [Export], to writer: inout any ResponseBodyWriter) async throws {
        for export in exports { try await writeAccount(export, to: &writer) }
        for club in clubs {
            guard let me = session.memberships[club.id]?.member else { continue }
            for export in exports { try await write(export, club, me, to: &writer) }
        }
        for piece in try zip.finish() { try await send(piece, to: &writer) }
    }

    private mutating func writeAccount(_ export: Export, to writer: inout any ResponseBodyWriter) async throws {
        switch export.content {
        case .account(let query):
            guard let account = try await database.read(query(session.account, clubs.map(\.slug))) else { return }
            try await send(try zip.add("\(export.name).json", Array(account.text.utf8), modified: now), to: &writer)
        case .accountFile(let query):
            guard let file = try await database.read(query(session.account)) else { return }
            try await send(try zip.add(file.name, file.data.bytes, modified: Self.time(file.createdAt)), to: &writer)
        case .record, .list, .lists, .files: break
        }
    }

    private static func time(_ date: Date) -> ZipTime { ZipTime(secondsSince1970: Int64(date.timeIntervalSince1970)) }

    private mutating func write(_ export: Export, _ club: Club, _ me: ID<Member>, to writer: inout any ResponseBodyWriter) async throws {
        let name = "\(club.slug)/\(export.name)"
        switch export.content {
        case .account, .accountFile: break
        case .record(let query):
            guard let record = try await read(club, query(me)) else { return }
            try await send(try zip.add("\(name).json", Array(record.text.utf8), modified: now), to: &writer)
        case .list(let list): try await write("\(name).json", in: club, to: &writer) { list(me, $0, $1) }
        case .lists(let heads, let heading, let items, let list):
            var last = 0
            while true {
                let rows = try await read(club, heads(me, last, Self.batchSize))
                for row in rows {
                    last = row.key
                    let label = String(decoding: try JSONEncoder().encode(row.text), as: UTF8.self)
                    try await write(
                        "\(name)/\(row.key).json", opening: "{\"\(heading)\": \(label), \"\(items)\": [", closing: "]}", in: club,
                        to: &writer
                    ) { list(row.key, me, $0, $1) }
                }
                if rows.count < Self.batchSize { return }
            }
        case .files(let next):
            var last = 0
            while let file = try await read(club, next(me, last)) {
                last = file.key
                try await send(try zip.add("\(name)/\(file.name)", file.data.bytes, modified: Self.time(file.createdAt)), to: &writer)
            }
        }
    }

    /// Writes a list as one JSON file, in batches. A short file is collected in memory before it is sent, because some programs that read
    /// ZIP files need its size in the header.
    private mutating func write(
        _ name: String, opening: String = "[", closing: String = "]", in club: Club, to writer: inout any ResponseBodyWriter,
        _ batch: (_ after: Int, _ limit: Int) -> Query<[ExportRow]>
    ) async throws {
        var (text, last, isFirst, isLong) = (Array(opening.utf8), 0, true, false)
        while true {
            let rows = try await read(club, batch(last, Self.batchSize))
            for row in rows {
                text += (isFirst ? "\n" : ",\n").utf8
                text += row.text.utf8
                (last, isFirst) = (row.key, false)
            }
            if rows.count < Self.batchSize { break }
            if !isLong, text.count > Self.bufferLimit {
                try await send(try zip.begin(name, modified: now), to: &writer)
                isLong = true
            }
            if isLong {
                try await send(try zip.write(text), to: &writer)
                text.removeAll(keepingCapacity: true)
            }
        }
        text += "\n\(closing)\n".utf8
        guard isLong else { return try await send(try zip.add(name, text, modified: now), to: &writer) }
        try await send(try zip.write(text), to: &writer)
        try await send(try zip.end(), to: &writer)
    }

    private func read<Output: Sendable>(_ club: Club, _ query: Query<Output>) async throws -> Output {
        try await database.read(tenant: club.id.rawValue, query)
    }

    private func send(_ bytes: [UInt8], to writer: inout any ResponseBodyWriter) async throws {
        guard !bytes.isEmpty else { return }
        try await writer.write(ByteBuffer(bytes: bytes))
    }
}
