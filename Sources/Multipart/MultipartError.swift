/// The reason why a form, or the Content-Type header of its request, was refused.
public enum MultipartError: Error, Hashable, Sendable, CaseIterable {
    // Errors in the Content-Type header of the request.
    case notMultipart, malformedContentType, noBoundary, malformedBoundary

    // Errors between the parts.
    case incomplete, malformedDelimiter, bareLineFeed, bareCarriageReturn

    // Errors in the headers of a part.
    case delimiterInHeaders, foldedHeader, headerWithoutColon, malformedHeaderName, controlCharacter, repeatedHeader
    case noDisposition, malformedDisposition, notFormData, noName, repeatedParameter

    // Errors for exceeded limits, which are in `MultipartParser.Limits`.
    case tooManyParts, headersTooLong, tooManyHeaders, nameTooLong, filenameTooLong, tooMuchOutsideParts

    /// A message for the visitor. Some messages contain advice.
    public var sentence: String {
        switch self {
        case .incomplete: "The form did not arrive completely. Send it again."
        case .tooManyParts: "The form has more fields and files than this site accepts. Send fewer files."
        case .filenameTooLong: "A file's name is too long. Give the file a shorter name and send it again."
        case .controlCharacter: "The name of a field or a file has a character in it that is not allowed. Rename the file and try again."
        default: "The form was sent in a way that this site cannot read: \(fault)."
        }
    }

    private var fault: String {
        switch self {
        case .notMultipart: "it is not multipart/form-data"
        case .malformedContentType: "its content type is malformed"
        case .noBoundary: "its content type names no boundary"
        case .malformedBoundary: "its boundary has a wrong length or a character that it may not have"
        case .incomplete: "it ends early"
        case .malformedDelimiter: "a boundary is not followed by a line end"
        case .bareLineFeed: "a line ends in a line feed alone"
        case .bareCarriageReturn: "a line has a carriage return without a line feed"
        case .delimiterInHeaders: "a part ends within its headers"
        case .foldedHeader: "a header continues on a second line"
        case .headerWithoutColon: "a header has no colon"
        case .malformedHeaderName: "a header's name is malformed"
        case .controlCharacter: "a header has a control character"
        case .repeatedHeader: "a part has the same header twice"
        case .noDisposition: "a part has no content disposition"
        case .malformedDisposition: "a part's content disposition is malformed"
        case .notFormData: "a part is not a field of a form"
        case .noName: "a field has no name"
        case .repeatedParameter: "a header has the same parameter twice"
        case .tooManyParts: "it has too many parts"
        case .headersTooLong: "a part's headers are too long"
        case .tooManyHeaders: "a part has too many headers"
        case .nameTooLong: "the name of a field is too long"
        case .filenameTooLong: "the name of a file is too long"
        case .tooMuchOutsideParts: "there is too much around its parts"
        }
    }
}

extension MultipartError: CustomStringConvertible {
    /// The message for the log.
    public var description: String { "multipart: \(fault)" }
}
