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
    private let routes: [(route: LiveRoute, meter: RouteMeter)]
    private let log: RequestLog

    var live: Live { services.live }

    init(services: Services, routes: [LiveRoute], metrics: RequestMetrics) {
        self.services = services
        self.routes = routes.map { ($0, metrics.route($0.pattern)) }
        log = RequestLog(logger: services.logger)
    }

    /// nil: a handler has to answer it.
    func answer(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Answer? {
        let start = ContinuousClock.now
        guard request.method == .get, let path = request.path, path.utf8.starts(with: "/c/".utf8),
            let tag = FragmentTag(header: request.headerFields[.ifNoneMatch])
        else { return nil }
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 8).map { Substring($0) }
        for (route, meter) in routes {
            guard let (slug, own) = route.match(parts) else { continue }
            let isSecure = services.settings.isSecure(request, from: channel)
            guard let token = Cookie.session.value(in: request.headerFields, isSecure: isSecure),
                let session = services.sessions.known(token: token), let club = services.clubs.known(slug: String(slug)),
                let me = session.memberships[club.id]?.member, var topics = route.topics(me, club.id, own)
            else { return nil }
            topics.append(.account(session.account))
            guard tag.isCurrent(in: live, topics, epoch: FragmentTag.epoch(of: live, for: me, topics)) else { return nil }
            services.presence.beat(me, in: club.id)
            switch LiveHold(tag: tag, topics: topics, session: session, services: services).begin(poll) {
            case .held: return .held
            case .changed: return nil
            case .unchanged(let retryAfter):
                var response = HTTPResponse(status: .notModified, headerFields: tag.headers(retryAfter: retryAfter))
                if isSecure { response.headerFields[.strictTransportSecurity] = ClientAddress.strictTransport }
                log.write(request, &response, RequestIdentity(), since: start)
                meter.add(.get, status: 304, nanoseconds: (ContinuousClock.now - start).nanoseconds, bytes: 0)
                return .unchanged(response)
            }
        }
        return nil
    }
}
