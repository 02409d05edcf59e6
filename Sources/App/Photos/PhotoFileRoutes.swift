import Hummingbird
import NIOCore
import Postgres
import Synchronization
import Web

/// The files of photos, streamed from the database.
struct PhotoFileRoutes {
    private let queries = PhotoQueries()
    /// Bytes that are read at once; of a slow reader's photo so much is in memory.
    private static let piece = 96 * 1024

    func add(to site: Site) {
        for size: Photo.Size in [.large, .small, .face] {
            site.memberFile("/c/:club/photos/:photo/\(size.rawValue)") { visit in try await send(size, visit) }
        }
    }

    /// A photo never changes, but those who may see it do: the browser asks each time, and has its bytes already.
    private func send(_ size: Photo.Size, _ visit: MemberVisit) async throws -> Response {
        let id: ID<Photo> = try visit.identifier("photo")
        guard let file = try await find(size, id, visit) else { return try Self.standIn(size) }
        let name = file.digest.bytes.prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let representation = Representation(
            length: file.length, tag: EntityTag(opaque: "\(name)-\(file.size.rawValue)"), content: [.contentType: "image/webp"],
            caching: Visit.ofPrivateFiles)
        let (size, beginning) = (file.size, PrefetchedBytes(file.beginning.bytes))
        return representation.response(to: visit.request) { range in
            ResponseBody(contentLength: range.count) { writer in
                var (position, known) = (range.lowerBound, beginning.take())
                while position < range.upperBound {
                    let end = min(position + Self.piece, range.upperBound)
                    if end > known.count { known = [] }
                    let bytes = known.isEmpty ? try await piece(size, of: id, position..<end, visit) : Array(known[position..<end])
                    if end == known.count { known = [] }
                    guard !bytes.isEmpty else { throw Problem.notFound }
                    position += bytes.count
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                try await writer.finish(nil)
            }
        }
    }

    /// Every face that the visitor may not see, or that does not exist, looks alike: a page may name somebody who is hidden from the visitor,
    /// and it must not tell more about their photos.
    private static func standIn(_ size: Photo.Size) throws -> Response {
        guard size == .face else { throw Problem.notFound }
        return Response(
            status: .ok, headers: [.contentType: "image/svg+xml; charset=utf-8", .cacheControl: "private, no-store"],
            body: .init(byteBuffer: ByteBuffer(string: nobody)))
    }

    private static let nobody = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><path fill="#8a8f9c" d="M0 0h44v44H0z"/><circle fill="#e8e4da" cx="22" cy="17" r="8"/>\
        <path fill="#e8e4da" d="M6 44c0-10 7-16 16-16s16 6 16 16z"/></svg>
        """

    private func find(_ size: Photo.Size, _ id: ID<Photo>, _ visit: MemberVisit) async throws -> PhotoFile? {
        let (cache, key) = (visit.services.photoCache, PhotoCache.Key(club: visit.club.id, photo: id, size: size))
        if size != .large, let file = cache.file(key), !visit.hidden.contains(file.owner) { return file }
        let version = cache.version(of: key)
        let query = queries.file(size, of: id, to: visit.me, hidden: visit.hidden, isAdmin: visit.isAdmin, bytes: Self.piece)
        let file = try await visit.read(query)
        if size != .large, let file { cache.keep(file, as: key, readAt: version) }
        return file
    }

    private func piece(_ size: Photo.Size, of id: ID<Photo>, _ range: Range<Int>, _ visit: MemberVisit) async throws -> [UInt8] {
        try await visit.read(queries.bytes(size, of: id, from: range.lowerBound, count: range.count))?.bytes ?? []
    }
}

/// What has been read of a file beforehand, for one who lets go of it when it has been sent.
private final class PrefetchedBytes: Sendable {
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    func take() -> [UInt8] {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
    }
}
