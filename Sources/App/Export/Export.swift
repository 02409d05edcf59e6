import Archive
import FoundationEssentials
import Hummingbird
import NIOCore
import Postgres

struct ExportFile: Sendable, RowDecodable {
    var photo: ID<Photo>
    var sharedAt: Date
    var data: Bytes

    init(_ row: inout Row) throws {
        photo = try row.next()
        sharedAt = try row.next()
        data = try row.next()
    }
}

/// Everything of one person, as a ZIP archive that is sent while it is made: JSON, and the photos. What is in memory at once is a part of
/// a list or one photo, however much there is.
struct Export {
    let session: Session
    let clubs: [Club]
    let database: Database
    private let queries = ExportQueries()
    private let now = ZipTime(secondsSince1970: Int64(Date().timeIntervalSince1970))
    private var zip = ZipWriter()
    private static let partSize = 500
    private static let mostGathered = 1 << 20

    init(of session: Session, in clubs: [Club], database: Database) {
        (self.session, self.clubs, self.database) = (session, clubs, database)
    }

    mutating func write(to writer: inout any ResponseBodyWriter) async throws {
        if let account = try await database.read(queries.account(session.account, in: clubs.map(\.slug))) {
            try await send(try zip.add("account.json", Array(account.text.utf8), modified: now), to: &writer)
        }
        for club in clubs {
            guard let me = session.memberships[club.id]?.member else { continue }
            try await write(club, me, to: &writer)
        }
        for piece in try zip.finish() { try await send(piece, to: &writer) }
    }

    private typealias List = (_ me: ID<Member>, _ after: Int, _ limit: Int) -> Query<[ExportPart]>

    private var lists: [(name: String, list: List)] {
        [
            ("scores", queries.scores), ("games", queries.games), ("lines", queries.lines), ("photos", queries.photos),
            ("follows", queries.follows), ("followers", queries.followers), ("blocks", queries.blocks), ("likes", queries.likes),
            ("challenges", queries.challenges),
            ("notices", queries.notices), ("reports", queries.reports),
        ]
    }

    private mutating func write(_ club: Club, _ me: ID<Member>, to writer: inout any ResponseBodyWriter) async throws {
        if let profile = try await read(club, queries.profile(of: me)) {
            try await send(try zip.add("\(club.slug)/profile.json", Array(profile.text.utf8), modified: now), to: &writer)
        }
        for (name, list) in lists {
            try await write("\(club.slug)/\(name).json", in: club, to: &writer) { list(me, $0, $1) }
        }
        try await writeMessages(club, me, to: &writer)
        var last = 0
        while let file = try await read(club, queries.file(of: me, after: last)) {
            last = file.photo.rawValue
            let piece = try zip.add(
                "\(club.slug)/photos/\(file.photo).webp", file.data.bytes,
                modified: ZipTime(secondsSince1970: Int64(file.sharedAt.timeIntervalSince1970)))
            try await send(piece, to: &writer)
        }
    }

    private mutating func writeMessages(_ club: Club, _ me: ID<Member>, to writer: inout any ResponseBodyWriter) async throws {
        var last = 0
        while true {
            let conversations = try await read(club, queries.conversations(of: me, after: last, limit: Self.partSize))
            for conversation in conversations {
                last = conversation.key
                let (queries, id, words) = (
                    queries, ID<Conversation>(conversation.key),
                    String(decoding: try JSONEncoder().encode(conversation.text), as: UTF8.self)
                )
                try await write(
                    "\(club.slug)/messages/\(id).json", before: "{\"with\": \(words), \"messages\": [", after: "]}", in: club, to: &writer
                ) {
                    queries.messages(in: id, of: me, after: $0, limit: $1)
                }
            }
            if conversations.count < Self.partSize { return }
        }
    }

    /// One file with a list in it, a part at a time. A short one is gathered first: there are readers that want to know its size before.
    private mutating func write(
        _ name: String, before: String = "[", after: String = "]", in club: Club, to writer: inout any ResponseBodyWriter,
        _ part: (_ after: Int, _ limit: Int) -> Query<[ExportPart]>
    ) async throws {
        var (text, last, isFirst, isLong) = (Array(before.utf8), 0, true, false)
        while true {
            let rows = try await read(club, part(last, Self.partSize))
            for row in rows {
                text += (isFirst ? "\n" : ",\n").utf8
                text += row.text.utf8
                (last, isFirst) = (row.key, false)
            }
            if rows.count < Self.partSize { break }
            if !isLong, text.count > Self.mostGathered {
                try await send(try zip.begin(name, modified: now), to: &writer)
                isLong = true
            }
            if isLong {
                try await send(try zip.write(text), to: &writer)
                text.removeAll(keepingCapacity: true)
            }
        }
        text += "\n\(after)\n".utf8
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
