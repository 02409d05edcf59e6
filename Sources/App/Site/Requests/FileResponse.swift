import HTTPTypes
import Hummingbird

extension Response {
    static let csv = "text/csv; charset=utf-8; header=present"

    /// A response with a file to download. The file is written while it is sent. `write` must not finish the writer.
    static func file(
        _ name: String, type: String = csv, _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .contentDisposition: "attachment; filename=\"\(name)\"", .cacheControl: "private, no-cache",
            ],
            body: .init { writer in
                try await write(&writer)
                try await writer.finish(nil)
            })
    }
}
