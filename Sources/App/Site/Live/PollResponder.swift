import HTTPTypes
import NIOCore
import Web

/// Answers polls from memory, on the connection's event loop: as long as nothing has changed, a poll needs neither SQL nor a task. Polls
/// that cannot be answered from memory are left to the handler.
struct PollResponder: Sendable {
    enum Answer {
        case unchanged(HTTPResponse)
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

    var cachedCount: Int { targets.cachedCount }

    func answer(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Answer? {
        let start = ContinuousClock.now
        guard let (header, target, isSecure) = target(of: request, from: channel, now: start),
            let shown = target.unchanged(since: header, in: live)
        else { return nil }
        recordUse(of: target)
        switch LiveHold(tag: shown.tag, topics: target.topics, requester: target.session, services: services).start(poll) {
        case .held: return .held
        case .changed: return nil
        case .unchanged(let retryAfter):
            var response = HTTPResponse(status: .notModified, headerFields: shown.headers)
            if let retryAfter { response.headerFields[.retryAfter] = "\(retryAfter)" }
            if isSecure { response.headerFields[.strictTransportSecurity] = services.settings.strictTransport }
            // Most requests are of this kind, and say little, so they are counted in /metrics, but logged only at the level debug.
            log.write(request, &response, RequestIdentity(), since: start, .debug)
            target.meter.add(.get, status: 304, nanoseconds: (ContinuousClock.now - start).nanoseconds, bytes: 0)
            return .unchanged(response)
        }
    }

    /// The response to a poll that has waited for a change, if another request has already read and rendered the new content. Nil if a
    /// handler has to answer the poll.
    func news(for request: HTTPRequest, from channel: any Channel) -> (HTTPResponse, ByteBuffer)? {
        let start = ContinuousClock.now
        guard let (header, target, isSecure) = target(of: request, from: channel, now: start),
            let (tag, bytes) = target.news(since: header, in: live, services.sharedReads)
        else { return nil }
        recordUse(of: target)
        var response = HTTPResponse(status: .ok, headerFields: Visit.htmlHeaders)
        for field in tag.headers() { response.headerFields[field.name] = field.value }
        response.headerFields[.contentLength] = "\(bytes.count)"
        if isSecure { response.headerFields[.strictTransportSecurity] = services.settings.strictTransport }
        log.write(request, &response, RequestIdentity(), since: start)
        target.meter.add(.get, status: 200, nanoseconds: (ContinuousClock.now - start).nanoseconds, bytes: bytes.count)
        return (response, ByteBuffer(bytes: bytes))
    }

    /// The tag of a poll, its target, and whether the visitor's connection is encrypted. Nil if the request is no poll, or if its target is
    /// not in memory.
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

    private func recordUse(of target: PollTarget) {
        services.sessions.recordUse(of: target.session, account: target.account)
        services.presence.beat(target.me, in: target.club)
    }
}
