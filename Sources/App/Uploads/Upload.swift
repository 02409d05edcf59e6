import Glibc
import Hummingbird
import Multipart
import NIOPosix

/// A form with files that has been received: its fields, and its files in a folder that is gone when `body` returns.
struct Upload: Sendable {
    var fields: Form
    var files: [UploadedFile]
    var folder: String

    /// The picture of a form that takes one; nil: none was chosen. Throws `Refusal`.
    func picture() throws -> UploadedFile? {
        guard let file = files.first else { return nil }
        guard files.count == 1 else { throw Refusal(.unprocessableContent, "Choose one picture.") }
        try file.check()
        return file
    }

    static func receive<Value: Sendable>(
        _ visit: MemberVisit, _ body: @escaping @Sendable (Upload) async throws -> Value
    ) async throws -> Value {
        try await receive(visit.visit, for: Holder(visit), body)
    }

    /// Receives a file of rows, and lets `body` work with it in the import lane. It keeps no place among uploads meanwhile, so that photos
    /// can be sent. Throws `Refusal` and `Problem`.
    static func receiveImport<Value: Sendable>(
        _ visit: MemberVisit, within limits: UploadForm.Limits = UploadForm.Limits(files: 1),
        _ body: @escaping @Sendable (Upload) async throws -> Value
    ) async throws -> Value {
        let holder = Holder(visit)
        return try await receive(visit.visit, for: holder, within: limits, keepsPlace: false) { upload in
            try await visit.services.imports.work(for: holder) { try await body(upload) }
        }
    }

    /// Receives the form, and lets `body` work with it. A slow client, and work on the files, keep nobody else from being served; when the
    /// client has gone, the work ends. Throws `Refusal` and `Problem`.
    /// - Parameter keepsPlace: whether it keeps its place among uploads while `body` works.
    static func receive<Value: Sendable>(
        _ visit: Visit, for holder: Holder, within limits: UploadForm.Limits = UploadForm.Limits(), keepsPlace: Bool = true,
        _ body: @escaping @Sendable (Upload) async throws -> Value
    ) async throws -> Value {
        try await visit.services.admission.outside {
            try await visit.whileConnected {
                let uploads = visit.services.uploads
                let length = visit.request.headers[.contentLength].flatMap { Int($0) } ?? Int.max
                let needsPlace = length > limits.bytesWithoutPlace
                let place = needsPlace ? try await orDrain(visit) { try await uploads.enter(holder) } : nil
                defer { place?.leave() }
                return try await visit.services.uploadFolder.with { folder in
                    let upload = try await uploads.receive(for: holder) { arrival in
                        try await orDrain(visit) { try await read(visit, within: limits, into: folder, arrival) }
                    }
                    if !keepsPlace { place?.leave() }
                    return try await body(upload)
                }
            }
        }
    }

    /// Does something that may end before all has been read: a browser reads no answer before it has sent everything.
    private static func orDrain<Value>(_ visit: Visit, _ step: () async throws -> Value) async throws -> Value {
        do {
            return try await step()
        } catch {
            for try await _ in visit.request.body {}
            throw error
        }
    }

    private static func read(
        _ visit: Visit, within limits: UploadForm.Limits, into folder: String, _ arrival: Arrival
    ) async throws -> Upload {
        let request = visit.request
        var isTrusted = false
        do {
            var form = try UploadForm(contentType: request.headers[.contentType] ?? "", limits: limits)
            arrival.asks()
            for try await piece in request.body {
                arrival.came(piece.readableBytes)
                var writes: [(String, [UInt8])] = []
                try form.read(piece.readableBytesView) { writes.append(($0, $1)) }
                // The token comes before the files.
                if !isTrusted, !form.files.isEmpty {
                    try check(form.fields, visit)
                    isTrusted = true
                }
                for (name, bytes) in writes { try await append(bytes, to: folder + "/" + name) }
                arrival.asks()
            }
            try form.finish()
            if !isTrusted { try check(form.fields, visit) }
            return Upload(fields: form.fields, files: form.files, folder: folder)
        } catch let error as MultipartError {
            throw Refusal(.unprocessableContent, error.sentence)
        }
    }

    /// Forms of whoever is not signed in have no token.
    private static func check(_ fields: Form, _ visit: Visit) throws {
        if let session = visit.session, !session.accepts(formToken: fields["csrf"]) {
            visit.note(.formRefused)
            throw Problem.outdatedForm(loadedFrom: visit.pageBefore ?? visit.request.uri.path)
        }
    }

    /// Writing may wait for the disk, so a thread of its own does it.
    private static func append(_ bytes: [UInt8], to path: String) async throws {
        try await NIOThreadPool.singleton.runIfActive {
            let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw SystemFault(errno) }
            defer { close(file) }
            try bytes.withUnsafeBytes { bytes in
                var written = 0
                while written < bytes.count {
                    let count = write(file, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                    guard count > 0 || errno == EINTR else { throw SystemFault(errno) }
                    written += max(0, count)
                }
            }
        }
    }
}
