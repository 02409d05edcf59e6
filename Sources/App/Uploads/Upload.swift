import Glibc
import Hummingbird
import Multipart
import NIOPosix

/// A received form: its fields, and its files in a folder that is deleted when the `body` of `receive` returns.
struct Upload: Sendable {
    var fields: Form
    var files: [UploadedFile]
    var folder: String

    /// The picture of a form that takes one picture. Nil if no picture was chosen. Throws `Refusal` if there are several pictures, or if
    /// the file is not accepted.
    func picture() throws -> UploadedFile? {
        guard let file = files.first else { return nil }
        guard files.count == 1 else { throw Refusal(.unprocessableContent, "Choose one picture.") }
        try file.check()
        return file
    }

    static func receive<Value: Sendable>(
        _ visit: MemberVisit, _ body: @escaping @Sendable (Upload) async throws -> Value
    ) async throws -> Value {
        try await receive(visit.visit, for: Requester(visit), body)
    }

    /// Receives a file of rows, and runs `body` when `ImportLane` has a free place. The file gives up its place among uploads as soon as it
    /// is received, so that photos can be uploaded meanwhile. Throws `Refusal` and `Problem`.
    static func receiveImport<Value: Sendable>(
        _ visit: MemberVisit, within limits: UploadForm.Limits = UploadForm.Limits(files: 1),
        _ body: @escaping @Sendable (Upload) async throws -> Value
    ) async throws -> Value {
        let requester = Requester(visit)
        return try await receive(visit.visit, for: requester, within: limits, keepsPlace: false) { upload in
            try await visit.services.imports.work(for: requester) { try await body(upload) }
        }
    }

    /// Receives the form, and runs `body` with it. During this time, the request does not count among the requests that the server works on
    /// (`Admission.outside`), so that a slow client delays nobody else. If the client disconnects, the work is cancelled. Throws `Refusal`
    /// and `Problem`.
    /// - Parameter keepsPlace: Whether the upload keeps its place among uploads while `body` runs.
    static func receive<Value: Sendable>(
        _ visit: Visit, for requester: Requester, within limits: UploadForm.Limits = UploadForm.Limits(), keepsPlace: Bool = true,
        _ body: @escaping @Sendable (Upload) async throws -> Value
    ) async throws -> Value {
        try await visit.services.admission.outside {
            try await visit.whileConnected {
                let uploads = visit.services.uploads
                let length = visit.request.headers[.contentLength].flatMap { Int($0) } ?? Int.max
                let needsPlace = length > limits.bytesWithoutPlace
                let place = needsPlace ? try await drainingOnError(visit) { try await uploads.enter(requester) } : nil
                defer { place?.leave() }
                return try await visit.services.uploadFolder.with { folder in
                    let upload = try await uploads.receive(for: requester) { arrival in
                        try await drainingOnError(visit) { try await read(visit, within: limits, into: folder, arrival) }
                    }
                    if !keepsPlace { place?.leave() }
                    return try await body(upload)
                }
            }
        }
    }

    /// Reads the rest of the request if `step` fails, because a browser reads no response before it has sent everything.
    private static func drainingOnError<Value>(_ visit: Visit, _ step: () async throws -> Value) async throws -> Value {
        do {
            return try await step()
        } catch {
            for try await _ in visit.request.body {}
            throw error
        }
    }

    private static func read(
        _ visit: Visit, within limits: UploadForm.Limits, into folder: String, _ arrival: IncomingUpload
    ) async throws -> Upload {
        let request = visit.request
        var isTokenChecked = false
        do {
            var form = try UploadForm(contentType: request.headers[.contentType] ?? "", limits: limits)
            arrival.willRead()
            for try await piece in request.body {
                arrival.didRead(piece.readableBytes)
                var writes: [(String, [UInt8])] = []
                try form.read(piece.readableBytesView) { writes.append(($0, $1)) }
                // The form sends the token before the files, so the token is checked before a file is written.
                if !isTokenChecked, !form.files.isEmpty {
                    try checkToken(form.fields, visit)
                    isTokenChecked = true
                }
                for (name, bytes) in writes { try await append(bytes, to: folder + "/" + name) }
                arrival.willRead()
            }
            try form.finish()
            if !isTokenChecked { try checkToken(form.fields, visit) }
            return Upload(fields: form.fields, files: form.files, folder: folder)
        } catch let error as MultipartError {
            throw Refusal(.unprocessableContent, error.sentence)
        }
    }

    /// Throws `Problem.outdatedForm` if the token is wrong. Forms of visitors who are not signed in have no token.
    private static func checkToken(_ fields: Form, _ visit: Visit) throws {
        if let session = visit.session, !session.accepts(formToken: fields["csrf"]) {
            visit.logSecurityEvent(.formRefused)
            throw Problem.outdatedForm(loadedFrom: visit.referringPage ?? visit.request.uri.path)
        }
    }

    /// Appends bytes to a file. This runs on another thread, because writing may wait for the disk.
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
