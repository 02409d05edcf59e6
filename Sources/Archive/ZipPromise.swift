/// The facts about an entry that the caller knows before its bytes are written. `ZipWriter` checks them. If more facts are known, more
/// programs can read the entry.
public enum ZipPromise: Hashable, Sendable {
    /// Nothing is known. The entry has the ZIP64 form, because it may grow beyond 4 GiB. If the first entry has this form, Safari does not
    /// unpack the archive, and macOS before 10.15 cannot read the entry.
    case nothing
    /// The size is known. An entry below 4 GiB has the old form. Programs that read an archive before its end has arrived, such as Java's
    /// ZipInputStream, cannot read the entry.
    case size(UInt64)
    /// The size and the checksum are known. The local header is complete, and there is no data descriptor. So every program can read the
    /// entry, even before the archive has arrived as a whole.
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
