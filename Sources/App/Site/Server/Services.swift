import HTMLTemplates
import Logging
import OpenID
import Postgres
import Web

final class Services: Sendable {
    let settings: AppSettings
    let database: Database
    let templates: TemplateStore
    let assets: AssetStore
    let live: Live
    let sharedReads: SharedReads
    let announcer: Announcer
    let limiter: RateLimiter
    let passwords: PasswordHasher
    let openID: OpenIDClient
    let sessions: Sessions
    let clubs: ClubDirectory
    let members: MemberDirectory
    let bellCounter: BellCounter
    let presence: Presence
    let timeZones: TimeZones
    let admission: Admission
    let busy: BusyAnswer
    let logger: Logger
    let securityLogger: Logger
    /// The states of the features, in the order of `features`. The array never changes after `init`, so reading needs no lock.
    nonisolated(unsafe) private(set) var states: [any FeatureState] = []
    nonisolated(unsafe) private var byType: [ObjectIdentifier: any FeatureState] = [:]

    init(settings: AppSettings, files: SiteFiles, database: Database, logger: Logger, securityLogger: Logger? = nil) throws {
        self.settings = settings
        self.database = database
        self.logger = logger
        // Security events are written even if the log level is higher.
        var security = securityLogger ?? logger
        security.logLevel = min(security.logLevel, .notice)
        self.securityLogger = security
        (assets, templates) = (files.assets, files.templates)
        var limits = Admission.Limits()
        limits.atOnce = settings.workingRequests
        admission = Admission(limits: limits)
        busy = try BusyAnswer(templates: templates, assets: assets.addresses)
        live = Live(limit: settings.heldPolls, limitPerRequester: settings.heldPollsPerSession)
        sharedReads = SharedReads(live: live)
        announcer = Announcer(live: live, database: database, logger: logger)
        limiter = RateLimiter(isOn: settings.limitsRates)
        passwords = PasswordHasher(cost: settings.passwordCost)
        openID = OpenIDClient(settings.providers, logger: logger)
        sessions = Sessions(database: database, announcer: announcer, logger: logger)
        clubs = ClubDirectory(database: database, announcer: announcer)
        members = MemberDirectory(database: database)
        bellCounter = BellCounter(database: database, live: live, sharedReads: sharedReads, announcer: announcer)
        timeZones = TimeZones(database: database)
        presence = Presence(database: database, announcer: announcer, logger: logger)
        for feature in features {
            guard let state = try feature.state(self) else { continue }
            states.append(state)
            byType[ObjectIdentifier(type(of: state))] = state
        }
    }

    subscript<State: FeatureState>(type: State.Type) -> State {
        guard let state = byType[ObjectIdentifier(type)] as? State else { preconditionFailure("No feature has made a \(type).") }
        return state
    }
}
