/// What the caller knows about an entry's bytes before writing them. `ZipWriter` checks it. The more is known, the more programs can read
/// the entry.
public enum ZipPromise: Hashable, Sendable {
    /// The entry has the ZIP64 form, as it may grow beyond 4 GiB. Safari unpacks nothing after a first entry of that form, and macOS before
    /// 10.15 cannot read that entry either.
    case nothing
    /// An entry below 4 GiB has the old form. Programs that read an archive before its end has arrived, such as Java's ZipInputStream,
    /// cannot read it.
    case size(UInt64)
    /// The header is complete, without a data descriptor, so every program can read the entry, even from a stream.
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
