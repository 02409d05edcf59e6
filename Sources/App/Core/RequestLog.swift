import HTTPTypes
import Hummingbird
import Logging

/// One log line a request, with the id that the visitor sees when something went wrong.
struct RequestLog: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers.append(HTTPField(name: .requestID, value: context.requestID.description))
        let level: Logger.Level = context.route?.isAlwaysServed ?? false ? .debug : .info
        if level >= logger.logLevel { log(request, response, context, level) }
        return response
    }

    private func log(_ request: Request, _ response: Response, _ context: AppContext, _ level: Logger.Level) {
        // One text: as metadata the same costs a dictionary and its sorting for every request.
        let (path, took) = (loggable(request.uri.path), milliseconds(ContinuousClock.now - context.start))
        let words =
            "request id=\(context.requestID) method=\(request.method.rawValue) path=\(path) status=\(response.status.code) ms=\(took)"
        logger.log(level: level, "\(words)")
    }

    /// An invitation's code lets whoever reads it into a club.
    private func loggable(_ path: String) -> String { path.hasPrefix("/join/") ? "/join/…" : path }

    private func milliseconds(_ duration: Duration) -> String {
        let microseconds = duration.nanoseconds / 1000
        let rest = microseconds % 1000
        return "\(microseconds / 1000).\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)"
    }
}
