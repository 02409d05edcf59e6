import Hummingbird
import NIOCore
import Postgres
import Synchronization
import Web

struct PhotoFileRoutes {
    private let queries = PhotoQueries()
    /// The number of bytes that one query reads. A photo that is sent to a slow client needs only this much memory.
    private static let bytesPerRead = 96 * 1024

    func add(to site: Site) {
        for size: Photo.Size in [.large, .small, .avatar] {
            site.memberFile("/c/:club/photos/:photo/\(size.rawValue)") { visit in try await send(size, visit) }
        }
    }

    /// Sends a file of a photo. The file never changes, but the photo's audience may change. So the browser has to ask each time. The ETag
    /// keeps the server from sending bytes again that the browser already has.
    private func send(_ size: Photo.Size, _ visit: MemberVisit) async throws -> Response {
        let id: ID<Photo> = try visit.identifier("photo")
        guard let file = try await find(size, id, visit) else { return try Self.placeholder(size) }
        let name = file.digest.bytes.prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let representation = Representation(
            length: file.length, tag: EntityTag(opaque: "\(name)-\(file.size.rawValue)"), content: [.contentType: "image/webp"],
            caching: Visit.privateFileHeaders)
        let (size, beginning) = (file.size, PrefetchedBytes(file.beginning.bytes))
        return representation.response(to: visit.request) { range in
            ResponseBody(contentLength: range.count) { writer in
                var (position, initial) = (range.lowerBound, beginning.take())
                while position < range.upperBound {
                    let end = min(position + Self.bytesPerRead, range.upperBound)
                    if end > initial.count { initial = [] }
                    let bytes = initial.isEmpty ? try await chunk(size, of: id, position..<end, visit) : Array(initial[position..<end])
                    if end == initial.count { initial = [] }
                    guard !bytes.isEmpty else { throw Problem.notFound }
                    position += bytes.count
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                try await writer.finish(nil)
            }
        }
    }

    /// Returns the same picture for every avatar that the visitor may not see or that does not exist. A page may name a member who is
    /// hidden from the visitor, and must not reveal anything about that member's photos.
    private static func placeholder(_ size: Photo.Size) throws -> Response {
        guard size == .avatar else { throw Problem.notFound }
        return Response(
            status: .ok, headers: [.contentType: "image/svg+xml; charset=utf-8", .cacheControl: "private, no-store"],
            body: .init(byteBuffer: ByteBuffer(string: placeholderSVG)))
    }

    private static let placeholderSVG = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><path fill="#8a8f9c" d="M0 0h44v44H0z"/><circle fill="#e8e4da" cx="22" cy="17" r="8"/>\
        <path fill="#e8e4da" d="M6 44c0-10 7-16 16-16s16 6 16 16z"/></svg>
        """

    private func find(_ size: Photo.Size, _ id: ID<Photo>, _ visit: MemberVisit) async throws -> PhotoFile? {
        let (cache, key) = (visit.services.photoCache, PhotoCache.Key(club: visit.club.id, photo: id, size: size))
        if size != .large, let file = cache.file(key), !visit.hidden.contains(file.owner) { return file }
        let version = cache.version(of: key)
        let query = queries.file(size, of: id, to: visit.me, hidden: visit.hidden, isAdmin: visit.isAdmin, bytes: Self.bytesPerRead)
        let file = try await visit.read(query)
        if size != .large, let file { cache.store(file, as: key, readAt: version) }
        return file
    }

    private func chunk(_ size: Photo.Size, of id: ID<Photo>, _ range: Range<Int>, _ visit: MemberVisit) async throws -> [UInt8] {
        try await visit.read(queries.bytes(size, of: id, from: range.lowerBound, count: range.count))?.bytes ?? []
    }
}

/// The first bytes of a file. `take` returns them once and frees their memory.
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
