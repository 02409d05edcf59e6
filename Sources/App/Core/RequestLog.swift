import HTTPTypes
import Hummingbird
import Logging

/// One log line a request, with the id that the visitor sees when something went wrong.
struct RequestLog: RouterMiddleware {
    let logger: Logger
    private let clock = ContinuousClock()

    init(logger: Logger) { self.logger = logger }

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let start = clock.now
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        let level: Logger.Level = request.uri.path.hasPrefix("/assets/") ? .debug : .info
        logger.log(
            level: level, "request",
            metadata: [
                "id": .string(context.requestID), "method": .string(request.method.rawValue),
                "path": .string(loggable(request.uri.path)), "status": .stringConvertible(response.status.code),
                "ms": .string(milliseconds(clock.now - start)),
            ])
        return response
    }

    /// An invitation's code lets whoever reads it into a club.
    private func loggable(_ path: String) -> String { path.hasPrefix("/join/") ? "/join/…" : path }

    private func milliseconds(_ duration: Duration) -> String {
        let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
        let rest = microseconds % 1000
        return "\(microseconds / 1000).\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)"
    }
}
