import Postgres
import Web

/// Small files of photos that the whole club may see, kept in memory: a page of photos asks for dozens at once. Whoever deletes a photo, or
/// changes who sees it, announces it; besides, nothing is believed for long.
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
    private let known = Cache<Key, Entry>(limit: 1000)
    private let clock = ContinuousClock()
    private static let believedFor = Duration.seconds(60)
    /// Larger ones are not kept; with the number of entries this bounds the memory: 64 MB.
    private static let mostBytes = 64 << 10

    init(live: Live, announcer: Announcer) { (self.live, self.announcer) = (live, announcer) }

    var knownCount: Int { known.count }

    /// The version to keep what is about to be read under.
    func version(of key: Key) -> Int { live.version(of: [topic(of: key)]) }

    func file(_ key: Key) -> PhotoFile? {
        guard let entry = known[key], entry.version >= version(of: key), clock.now - entry.readAt < Self.believedFor else { return nil }
        return entry.file
    }

    /// Keeps a file that is there as a whole, for everybody in the club.
    func keep(_ file: PhotoFile, as key: Key, readAt version: Int) {
        guard announcer.isListening, file.isForClub, file.beginning.bytes.count == file.length, file.length <= Self.mostBytes else {
            return
        }
        known.store(Entry(file: file, version: version, readAt: clock.now), for: key, readAfter: known.removals)
    }

    private func topic(of key: Key) -> Topic { .room(.photo(key.photo), in: key.club) }
}
