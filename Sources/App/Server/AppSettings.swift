import IGDB
import OpenID
import Web

public struct AppSettings: Sendable {
    /// The folder that holds Templates, Public and migrations.
    public var root: String
    /// The folder for files that are being processed.
    public var data: String
    /// The public address without a trailing slash. Nil if the host of each request is used.
    public var baseURL: String?
    public var trustedProxies: [Network] = []
    /// Whether browsers must also use HTTPS for all subdomains of the public address.
    public var coversSubdomains = false
    public var limitsRates = true
    public var reloads = false
    /// Connections served at once. Further connections are told to come back later.
    public var connections = 12_000
    public var limits = ConnectionLimits()
    var uploads = UploadLimits()
    /// Long polls held at once. Further polls are answered immediately.
    public var heldPolls = 10_000
    /// The longest time that a long poll is held, in seconds.
    public var holdSeconds = 25
    /// Long polls held at once for one session. Each tab needs one.
    public var heldPollsPerSession = 20
    /// Requests processed at once. Further requests wait for a moment, and are told to come back later if that is not enough.
    public var workingRequests = 64
    public var clubPhotoMegabytes = 20_000
    public var storageLimits = StorageLimits()
    public var providers: [OpenIDProviderSettings] = []
    public var igdb: IGDBSettings?
    public var metricsPort: Int?
    public var metricsHost = "127.0.0.1"
    public var version = ""
    public var passwordCost = PasswordHasher.Cost.standard
    public var secondFactor = SecondFactorPolicy.optional
    /// The key that encrypts stored secrets, `StoredSecret.keyBytes` bytes. Nil if they are stored in plain.
    public var secretKey: [UInt8]?

    public init(root: String) { (self.root, data) = (root, root + "/.boardwalk") }

    /// The `Strict-Transport-Security` header (RFC 6797, section 6.1), valid for a year.
    var strictTransport: String { "max-age=31536000" + (coversSubdomains ? "; includeSubDomains" : "") }

    var isSecure: Bool { baseURL?.hasPrefix("https://") ?? false }
}
