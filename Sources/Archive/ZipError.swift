/// The reason why a part of an archive was not written.
public enum ZipError: Error, Hashable, Sendable, CaseIterable {
    // The entry has a name that is not allowed.
    case emptyName, nameTooLong, absoluteName, backslash, controlCharacter, emptyComponent, dots

    // The size or the checksum of the entry differs from the caller's promise.
    case lessThanPromised, moreThanPromised, otherThanPromised

    // The functions were called in the wrong order.
    case entryOpen, noEntryOpen, finished
}

extension ZipError: CustomStringConvertible {
    /// The message for the log.
    public var description: String { "zip: \(fault)" }

    private var fault: String {
        switch self {
        case .emptyName: "an entry's name is empty"
        case .nameTooLong: "an entry's name is longer than \(ZipName.longest) bytes"
        case .absoluteName: "an entry's name begins with a slash or a drive"
        case .backslash: "an entry's name has a backslash"
        case .controlCharacter: "an entry's name has a control character"
        case .emptyComponent: "an entry's name ends in a slash or has two in a row"
        case .dots: "an entry's name has a component of dots and blanks alone"
        case .lessThanPromised: "an entry ends before its promised size"
        case .moreThanPromised: "an entry goes on beyond its promised size"
        case .otherThanPromised: "an entry has not the promised checksum"
        case .entryOpen: "the entry before has not ended"
        case .noEntryOpen: "no entry has begun"
        case .finished: "the archive is finished"
        }
    }
}
