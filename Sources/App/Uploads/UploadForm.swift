import Crypto
import Hummingbird
import Multipart
import NIOCore

/// A file of a form, on the disk.
struct UploadedFile: Sendable {
    /// In the upload's folder: a name of ours.
    var name: String
    /// What the visitor calls it; "" for a picture that was pasted.
    var title: String
    var size = 0
    /// SHA-256.
    var digest: [UInt8] = []
    /// Why it is not taken.
    var refusal: Refusal?

    /// Throws `Refusal` where it is not taken, or has nothing in it.
    func check() throws {
        if let refusal { throw refusal }
        guard size > 0 else { throw Refusal(.unprocessableContent, "That file is empty.") }
    }
}

/// A form with files, read as it comes: its fields are kept, the bytes of its files are handed on to be written down.
struct UploadForm {
    struct Limits: Sendable {
        var fileBytes = 12 << 20
        var files = 20
        /// Of the whole form. What comes behind is not read, and the file that it was in is not taken.
        var bytes = Int.max
        /// A form that says it is no longer than this needs no place among uploads: it is one like any other.
        var bytesWithoutPlace = 0
        /// Why no file is taken; asked at the first byte of each.
        var refusal: @Sendable () -> Refusal? = { nil }
        /// Of all its fields, which are read on the connection's event loop, where a longer text would keep others waiting.
        var fieldBytes = 16 << 10
    }

    private(set) var fields = Form()
    private(set) var files: [UploadedFile] = []
    /// Bytes of the last file that are still to be written.
    private var pending: [UInt8] = []
    /// Nil while it reads.
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

    /// Reads the next bytes, and gives `write` what they add to files.
    mutating func read(_ bytes: ByteBufferView, write: (_ file: String, _ bytes: [UInt8]) throws -> Void) throws {
        seenBytes += bytes.count
        guard !isTooLong else {
            guard !files.isEmpty else { throw Problem.tooLarge }
            return files[files.count - 1].refusal = tooLarge
        }
        // Taken out, as changing one of two copies would copy what it has read.
        guard var parser = parser.take() else { return }
        defer { self.parser = parser }
        try bytes.withUnsafeBytes { chunk in
            try parser.parse(chunk) { event in try handle(event, write) }
        }
        if pending.count >= Self.writtenAtOnce { try flush(write) }
    }

    /// Bytes.
    private static let writtenAtOnce = 64 << 10

    /// Throws `MultipartError` when the form is not whole.
    func finish() throws { if !isTooLong { try parser?.finish() } }

    private var isTooLong: Bool { seenBytes > limits.bytes }

    private var tooLarge: Refusal { Refusal(.contentTooLarge, "That file is larger than \(limits.fileBytes >> 20) MB.") }

    private mutating func handle(_ event: MultipartParser.Event, _ write: (String, [UInt8]) throws -> Void) throws {
        switch event {
        case .partBegins(let part): try begin(part)
        case .body(let bytes): try add(bytes)
        case .partEnds: try end(write)
        case .formEnds: break
        }
    }

    private mutating func begin(_ part: MultipartPart) throws {
        guard let title = part.filename else {
            field = (part.name, [])
            return
        }
        guard files.count < limits.files else {
            throw Refusal(.contentTooLarge, "Those are more than \(limits.files) files. Send the others after these.")
        }
        files.append(UploadedFile(name: "upload-\(files.count)", title: title.prefix(scalars: 100)))
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

    private mutating func end(_ write: (String, [UInt8]) throws -> Void) throws {
        if isInFile {
            try flush(write)
            files[files.count - 1].digest = Array(hasher.finalize())
            isInFile = false
            // A picker that was left alone sends one file without a name or bytes.
            if let last = files.last, last.size == 0, last.title.isEmpty { files.removeLast() }
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
