import Crypto
import Hummingbird
import Multipart
import NIOCore

struct UploadedFile: Sendable {
    /// The file's name in the folder of the upload, chosen by the server.
    var name: String
    /// The file's name on the visitor's device. "" for a picture that was pasted.
    var originalName: String
    var size = 0
    var digest: [UInt8] = []
    /// The reason why the file is not accepted. Nil if it is accepted.
    var refusal: Refusal?

    /// Throws `Refusal` if the file is not accepted, or is empty.
    func check() throws {
        if let refusal { throw refusal }
        guard size > 0 else { throw Refusal(.unprocessableContent, "That file is empty.") }
    }
}

/// Parses a form with files in pieces. Keeps its fields in memory, and passes on the bytes of its files to be written.
struct UploadForm {
    struct Limits: Sendable {
        /// The maximum size of one file in megabytes, if a form has no other limit.
        static let fileMegabytes = 12
        var fileBytes = Limits.fileMegabytes << 20
        var files = 20
        /// Maximum size of the whole form. After this many bytes, the form is no longer parsed, and the last file is refused.
        var bytes = Int.max
        /// A form whose `Content-Length` is at most this number takes no place among uploads.
        var bytesWithoutPlace = 0
        /// Called at the first byte of each file. Returns the reason why the file is refused, or nil if the file is accepted.
        var refusal: @Sendable () -> Refusal? = { nil }
        /// Maximum size of all fields together. They are parsed on the connection's event loop, where a longer text would delay other
        /// requests.
        var fieldBytes = 16 << 10
    }

    private(set) var fields = Form()
    private(set) var files: [UploadedFile] = []
    /// Bytes of the last file that are not written yet.
    private var pending: [UInt8] = []
    /// The parser of the form. Nil while `read` uses the parser.
    private var parser: MultipartParser?
    private let limits: Limits
    private var field: (name: String, bytes: [UInt8])?
    private var isInFile = false
    private var fieldBytes = 0
    private var seenBytes = 0
    private var hasher = SHA256()

    /// Throws `MultipartError`.
    init(contentType: String, limits: Limits = Limits()) throws {
        parser = MultipartParser(boundary: try MultipartBoundary(contentType: contentType))
        self.limits = limits
    }

    /// Parses the next bytes of the form, and calls `write` with the bytes that belong to files.
    mutating func read(_ bytes: ByteBufferView, write: (_ file: String, _ bytes: [UInt8]) throws -> Void) throws {
        seenBytes += bytes.count
        guard !isTooLong else {
            guard !files.isEmpty else { throw Problem.tooLarge }
            return files[files.count - 1].refusal = tooLarge
        }
        // Moved out of the property, because with two references the parser would copy its buffer.
        guard var parser = parser.take() else { return }
        defer { self.parser = parser }
        try bytes.withUnsafeBytes { chunk in
            try parser.parse(chunk) { event in try handle(event, write) }
        }
        if pending.count >= Self.bytesPerWrite { try flush(write) }
    }

    private static let bytesPerWrite = 64 << 10

    /// Throws `MultipartError` if the form is incomplete.
    func finish() throws { if !isTooLong { try parser?.finish() } }

    private var isTooLong: Bool { seenBytes > limits.bytes }

    private var tooLarge: Refusal { Refusal(.contentTooLarge, "That file is larger than \(limits.fileBytes >> 20) MB.") }

    private mutating func handle(_ event: MultipartParser.Event, _ write: (String, [UInt8]) throws -> Void) throws {
        switch event {
        case .partBegins(let part): try startPart(part)
        case .body(let bytes): try add(bytes)
        case .partEnds: try endPart(write)
        case .formEnds: break
        }
    }

    private mutating func startPart(_ part: MultipartPart) throws {
        guard let originalName = part.filename else {
            field = (part.name, [])
            return
        }
        guard files.count < limits.files else {
            throw Refusal(.contentTooLarge, "You can send at most \(limits.files) files together. Send the others after these.")
        }
        files.append(UploadedFile(name: "upload-\(files.count)", originalName: originalName.prefix(scalars: 100)))
        (isInFile, hasher) = (true, SHA256())
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) throws {
        guard isInFile else {
            fieldBytes += bytes.count
            guard fieldBytes <= limits.fieldBytes else { throw Problem.tooLarge }
            field?.bytes += bytes
            return
        }
        let last = files.count - 1
        if files[last].size == 0 { files[last].refusal = limits.refusal() }
        files[last].size += bytes.count
        if files[last].size > limits.fileBytes { files[last].refusal = files[last].refusal ?? tooLarge }
        guard files[last].refusal == nil else { return }
        hasher.update(bufferPointer: bytes)
        pending += bytes
    }

    private mutating func endPart(_ write: (String, [UInt8]) throws -> Void) throws {
        if isInFile {
            try flush(write)
            files[files.count - 1].digest = Array(hasher.finalize())
            isInFile = false
            // A file field without a choice sends one file without a name or bytes.
            if let last = files.last, last.size == 0, last.originalName.isEmpty { files.removeLast() }
        } else if let field {
            fields.add(field.name.utf8, field.bytes)
        }
        field = nil
    }

    private mutating func flush(_ write: (String, [UInt8]) throws -> Void) throws {
        guard !pending.isEmpty, let file = files.last else { return }
        try write(file.name, pending)
        pending.removeAll(keepingCapacity: true)
    }
}
