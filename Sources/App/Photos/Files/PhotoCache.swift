import Postgres
import Web

/// Caches small files of photos that the whole club may see, because a page of photos requests dozens at once. A cached file is used for a
/// minute at most. If a photo is deleted or its audience changes, its topic is announced, and its cached files are no longer used.
final class PhotoCache: Sendable {
    struct Key: Hashable, Sendable {
        var club: ID<Club>
        var photo: ID<Photo>
        var size: Photo.Size
    }

    private struct Entry: Sendable {
        var file: PhotoFile
        var version: Int
        var readAt: ContinuousClock.Instant
    }

    private let live: Live
    private let announcer: Announcer
    private let entries = Cache<Key, Entry>(limit: 1000)
    private let clock = ContinuousClock()
    private static let maxAge = Duration.seconds(60)
    /// Larger files are not cached. With at most 1000 entries, the cache needs at most 64 MB.
    private static let maxFileBytes = 64 << 10

    init(live: Live, announcer: Announcer) { (self.live, self.announcer) = (live, announcer) }

    var cachedCount: Int { entries.count }

    /// The version of the photo's topic, for `store`. Call this function before the file is read.
    func version(of key: Key) -> Int { live.version(of: [topic(of: key)]) }

    func file(_ key: Key) -> PhotoFile? {
        guard let entry = entries[key], entry.version >= version(of: key), clock.now - entry.readAt < Self.maxAge else { return nil }
        return entry.file
    }

    /// Caches the file if it is complete, small, and for the whole club.
    func store(_ file: PhotoFile, as key: Key, readAt version: Int) {
        guard announcer.isListening, file.isForClub, file.beginning.bytes.count == file.length, file.length <= Self.maxFileBytes else {
            return
        }
        entries.store(Entry(file: file, version: version, readAt: clock.now), for: key, readAfter: entries.removals)
    }

    private func topic(of key: Key) -> Topic { .room(.photo(key.photo), in: key.club) }
}
