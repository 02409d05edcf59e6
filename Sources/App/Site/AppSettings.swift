import IGDB
import OpenID
import Web

/// What the operator decides, already checked.
public struct AppSettings: Sendable {
    /// The folder that holds Templates, Public and migrations.
    public var root: String
    /// Where files are that are worked on.
    public var data: String
    /// The public address, without a slash at the end; nil: whatever host the visitor used.
    public var baseURL: String?
    public var trustedProxies: [Network] = []
    /// Whether browsers use HTTPS for all subdomains of the public address, too.
    public var coversSubdomains = false
    public var limitsRates = true
    /// Read templates and public files again when they change.
    public var reloads = false
    /// Connections served at once; one more is told to come back later.
    public var connections = 12_000
    public var limits = ConnectionLimits()
    var uploads = UploadLimits()
    /// Requests held at once; one more is answered at once.
    public var heldPolls = 10_000
    /// Seconds a poll is held at most.
    public var holdSeconds = 25
    /// Requests that one session may have held at once: its tabs.
    public var heldPollsPerSession = 20
    /// Requests worked on at once; the next ones wait a moment, and are told to come back later when that does not help.
    public var workingRequests = 64
    /// Megabytes of photos that a club may keep.
    public var clubPhotoMegabytes = 20_000
    /// How much members, accounts and clubs may keep.
    public var storageLimits = StorageLimits()
    /// With whom people may sign in, besides by a password.
    public var providers: [OpenIDProviderSettings] = []
    /// By what IGDB knows this site; nil: games are not looked for there.
    public var igdb: IGDBSettings?
    /// Where `/metrics` is served; nil: nowhere.
    public var metricsPort: Int?
    public var metricsHost = "127.0.0.1"
    /// Which version this is, for `/metrics`.
    public var version = ""
    public var passwordCost = PasswordHasher.Cost.standard
    public var secondFactor = SecondFactorPolicy.optional
    /// Encrypts stored secrets: `StoredSecret.keyBytes` bytes. Nil if they are stored as they are.
    public var secretKey: [UInt8]?

    public init(root: String) { (self.root, data) = (root, root + "/.boardwalk") }

    /// RFC 6797, section 6.1. For a year.
    var strictTransport: String { "max-age=31536000" + (coversSubdomains ? "; includeSubDomains" : "") }

    /// Cookies are bound to TLS when the public address says so.
    var isSecure: Bool { baseURL?.hasPrefix("https://") ?? false }
}
