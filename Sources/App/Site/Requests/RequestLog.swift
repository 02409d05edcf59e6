import HTTPTypes
import Hummingbird
import Logging
import Web

/// Writes one log line for each request, with the id that the visitor sees after an error.
struct RequestLog: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard !context.isHeld else { return response }
        let level: Logger.Level = context.route?.isAlwaysServed ?? false ? .debug : .info
        write(request.head, &response.head, context.requestID, since: context.start, level)
        return response
    }

    func write(
        _ request: HTTPRequest, _ response: inout HTTPResponse, _ id: RequestIdentity, since start: ContinuousClock.Instant,
        _ level: Logger.Level = .info
    ) {
        response.headerFields.append(HTTPField(name: .requestID, value: id.description))
        guard level >= logger.logLevel else { return }
        // The values are in the message and not in metadata, which would cost a dictionary and its sorting for every request.
        let (path, took) = (loggable(request.path ?? ""), milliseconds(ContinuousClock.now - start))
        let method = Self.beginning(of: request.method.rawValue[...], bytes: 32)
        let line = "request id=\(id) method=\(method) path=\(path) status=\(response.status.code) ms=\(took)"
        logger.log(level: level, "\(line)")
    }

    private func loggable(_ path: String) -> Substring {
        let end = path.utf8.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex
        if let visible = SecretAddress.visiblePart(of: path[..<end]) { return visible + "…" }
        return Self.beginning(of: path[..<end], bytes: 512)
    }

    /// Shortens input of the client, so that the rest of the log line is not cut off.
    private static func beginning(of text: Substring, bytes: Int) -> Substring {
        guard text.utf8.count > bytes else { return text }
        return text[..<text.utf8.index(text.startIndex, offsetBy: bytes)] + "…"
    }

    private func milliseconds(_ duration: Duration) -> String {
        let microseconds = duration.nanoseconds / 1000
        let rest = microseconds % 1000
        return "\(microseconds / 1000).\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)"
    }
}
