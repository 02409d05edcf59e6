import HTTPTypes
import NIOCore
import Web

/// Answers polls from memory, on the connection's own event loop: as long as nothing has changed, a poll costs neither SQL nor a task.
/// Whatever is not certain from memory alone is left to the handler.
struct PollResponder: Sendable {
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

    /// How many polled addresses are in memory.
    var knownCount: Int { targets.knownCount }

    /// nil: a handler has to answer it.
    func answer(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Answer? {
        let start = ContinuousClock.now
        guard let (header, target, isSecure) = target(of: request, from: channel, now: start),
            let shown = target.unchanged(since: header, in: live)
        else { return nil }
        note(target)
        switch LiveHold(tag: shown.tag, topics: target.topics, holder: target.session, services: services).begin(poll) {
        case .held: return .held
        case .changed: return nil
        case .unchanged(let retryAfter):
            var response = HTTPResponse(status: .notModified, headerFields: shown.headers)
            if let retryAfter { response.headerFields[.retryAfter] = "\(retryAfter)" }
            if isSecure { response.headerFields[.strictTransportSecurity] = services.settings.strictTransport }
            // Most of what is asked, and it says nothing: /metrics counts it.
            log.write(request, &response, RequestIdentity(), since: start, .debug)
            target.meter.add(.get, status: 304, nanoseconds: (ContinuousClock.now - start).nanoseconds, bytes: 0)
            return .unchanged(response)
        }
    }

    /// The answer to a poll whose hold has ended with news, where others have had the same news read and drawn. nil: a handler has to answer
    /// it.
    func news(for request: HTTPRequest, from channel: any Channel) -> (HTTPResponse, ByteBuffer)? {
        let start = ContinuousClock.now
        guard let (header, target, isSecure) = target(of: request, from: channel, now: start),
            let (tag, bytes) = target.news(since: header, in: live, services.sharedReads)
        else { return nil }
        note(target)
        var response = HTTPResponse(status: .ok, headerFields: Visit.ofHTML)
        for field in tag.headers() { response.headerFields[field.name] = field.value }
        response.headerFields[.contentLength] = "\(bytes.count)"
        if isSecure { response.headerFields[.strictTransportSecurity] = services.settings.strictTransport }
        log.write(request, &response, RequestIdentity(), since: start)
        target.meter.add(.get, status: 200, nanoseconds: (ContinuousClock.now - start).nanoseconds, bytes: bytes.count)
        return (response, ByteBuffer(bytes: bytes))
    }

    /// From memory alone: the tag that a poll brings, what it asks for, and whether the visitor's connection is encrypted.
    private func target(of request: HTTPRequest, from channel: any Channel, now: ContinuousClock.Instant) -> (String, PollTarget, Bool)? {
        guard request.method == .get, let path = request.path, path.utf8.starts(with: "/c/".utf8),
            let header = request.headerFields.first(where: { $0.name == .ifNoneMatch })?.value
        else { return nil }
        let isSecure = services.settings.isSecure(request, from: channel)
        guard let token = HostCookie.session.value(in: request.headerFields, isSecure: isSecure),
            let target = targets.target(of: path, token: token, now: now)
        else { return nil }
        return (header, target, isSecure)
    }

    private func note(_ target: PollTarget) {
        services.sessions.note(target.session, of: target.account)
        services.presence.beat(target.me, in: target.club)
    }
}
