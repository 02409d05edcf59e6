import HTTPTypes
import NIOCore

/// Answers polls from memory, on the connection's own event loop: as long as nothing has changed, a poll costs neither SQL nor a task.
/// Whatever is not certain from memory alone is left to the handler.
struct PollDesk: Sendable {
    enum Answer {
        case unchanged(HTTPResponse)
        /// It waits for news.
        case held
    }

    private let services: Services
    private let targets: PollTargets
    private let log: RequestLog

    var live: Live { services.live }

    init(services: Services, routes: [LiveRoute], metrics: RequestMetrics) {
        self.services = services
        targets = PollTargets(services: services, routes: routes, metrics: metrics)
        log = RequestLog(logger: services.logger)
    }

    /// nil: a handler has to answer it.
    func answer(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Answer? {
        guard request.method == .get, let path = request.path, path.utf8.starts(with: "/c/".utf8),
            let header = request.headerFields.first(where: { $0.name == .ifNoneMatch })?.value
        else { return nil }
        let (start, isSecure) = (ContinuousClock.now, services.settings.isSecure(request, from: channel))
        guard let token = Cookie.session.value(in: request.headerFields, isSecure: isSecure),
            let target = targets.target(of: path, token: token, now: start), let shown = target.unchanged(since: header, in: live)
        else { return nil }
        services.sessions.note(target.session, of: target.account)
        services.presence.beat(target.me, in: target.club)
        switch LiveHold(tag: shown.tag, topics: target.topics, holder: target.session, services: services).begin(poll) {
        case .held: return .held
        case .changed: return nil
        case .unchanged(let retryAfter):
            var response = HTTPResponse(status: .notModified, headerFields: shown.headers)
            if let retryAfter { response.headerFields[.retryAfter] = "\(retryAfter)" }
            if isSecure { response.headerFields[.strictTransportSecurity] = ClientAddress.strictTransport }
            // Most of what is asked, and it says nothing: /metrics counts it.
            log.write(request, &response, RequestIdentity(), since: start, .debug)
            target.meter.add(.get, status: 304, nanoseconds: (ContinuousClock.now - start).nanoseconds, bytes: 0)
            return .unchanged(response)
        }
    }
}
