import IGDB
import OpenID
import Web

public struct AppSettings: Sendable {
    /// The folder that contains the folders Templates, Public and migrations.
    public var root: String
    /// The folder for temporary files, such as uploads that are being processed.
    public var data: String
    /// The public URL of the site without a trailing slash. If it is nil, the host of each request is used instead.
    public var baseURL: String?
    public var trustedProxies: [Network] = []
    /// Whether browsers must also use HTTPS for all subdomains of the public address.
    public var coversSubdomains = false
    public var limitsRates = true
    public var reloads = false
    /// The largest number of connections that are served at once. Further connections receive the answer that the server is busy.
    public var connections = 12_000
    public var limits = ConnectionLimits()
    var uploads = UploadLimits()
    /// The largest number of long polls that are held at once. Further polls are answered immediately.
    public var heldPolls = 10_000
    /// The longest time that a long poll is held, in seconds.
    public var holdSeconds = 25
    /// The largest number of long polls that are held at once for one session. Each browser tab needs one long poll.
    public var heldPollsPerSession = 20
    /// The largest number of requests that are processed at once. Further requests wait for a moment. If they still cannot be processed,
    /// they receive the answer that the server is busy.
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
    /// The key of `StoredSecret.keyBytes` bytes that encrypts stored secrets. If it is nil, secrets are stored without encryption.
    public var secretKey: [UInt8]?

    public init(root: String) { (self.root, data) = (root, root + "/.boardwalk") }

    /// The value of the header `Strict-Transport-Security` (RFC 6797, section 6.1). Browsers remember it for a year.
    var strictTransport: String { "max-age=31536000" + (coversSubdomains ? "; includeSubDomains" : "") }

    /// The settings of each database session. `random_page_cost` is the cost of reading one page of an index scan, as PostgreSQL estimates
    /// it. The default is 4, for a hard disk. With the default, PostgreSQL scans small tables and does not use their indexes. Such a scan
    /// is slow while rows of the table change. 1.1 is meant for a database that is in memory or on an SSD.
    public var databaseSettings: [String: String] { storageLimits.databaseSettings.merging(["random_page_cost": "1.1"]) { $1 } }

    var isSecure: Bool { baseURL?.hasPrefix("https://") ?? false }
}
