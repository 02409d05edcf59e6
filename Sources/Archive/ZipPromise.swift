/// What is known of an entry's bytes before they come, and is to hold. The more is promised, the more readers read the entry.
public enum ZipPromise: Hashable, Sendable {
    /// The entry takes the ZIP64 form, in case that it grows beyond 4 GiB. Safari unpacks nothing behind a first entry of that form, macOS
    /// before 10.15 not even that one.
    case nothing
    /// Below 4 GiB the entry takes the old form. It cannot be read before the archive's end has come, as Java's ZipInputStream would.
    case size(UInt64)
    /// The header says all (no data descriptor), so that every reader reads the entry, from a stream as well.
    case sizeAndChecksum(UInt64, CRC32)

    var size: UInt64? {
        switch self {
        case .nothing: nil
        case .size(let size), .sizeAndChecksum(let size, _): size
        }
    }

    var crc: CRC32? {
        if case .sizeAndChecksum(_, let crc) = self { crc } else { nil }
    }
}
