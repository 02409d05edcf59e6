import HTMLTemplates

struct RegisterPage: Page {
    static let template = "accounts/register"
    var layout: Layout
    var problems: [FieldProblem] = []
    var username = ""
    var email = ""
    var displayName = ""
    var next: String
    var usernameProblem: String?
    var emailProblem: String?
    var passwordProblem: String?
    var displayNameProblem: String?
    var pictureField: PictureField
    var invitation: String?
    var providers: [ProviderLink]
}

struct LoginPage: Page {
    static let template = "accounts/login"
    var layout: Layout
    var login = ""
    var next: String
    var successMessage: String?
    var problem: String?
    var invitation: String?
    var providers: [ProviderLink]
}

struct SessionRow: ViewModel {
    var id: String
    var device: String
    var started: Moment
    var seen: Moment
    var isCurrent: Bool

    init(_ record: SessionRecord, isCurrent: Bool) {
        id = record.id.uuidString
        device = Device.name(of: record.userAgent)
        (started, seen) = (Moment(record.startedAt), Moment(record.seenAt))
        self.isCurrent = isCurrent
    }
}

struct AccountPage: Page {
    static let template = "accounts/account"
    var layout: Layout
    var displayName: String
    var username: String
    var email: String?
    var hasPassword: Bool
    /// The providers that the site offers, and former providers that are still linked. The password is not in this list.
    var signInMethods: [SignInMethod]
    var hasSignInMethods: Bool
    var problem: String?
    /// The time at which the second factor was switched on. Nil if the second factor is off.
    var secondFactor: Moment?
    var recoveryCodes: String
    var successMessage: String?
    var timeZone: String
    var isZoneByDevice: Bool
    var sessions: [SessionRow]
    var hasOthers: Bool
    var deletion: Moment?
}

/// Names the browser and the operating system in a `User-Agent` header, for example "Firefox on Linux".
enum Device {
    private static let browsers = [
        ("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"), ("CrOS", "Chromebook"),
        ("Linux", "Linux"),
    ]

    static func name(of userAgent: String) -> String {
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (let name?, nil), (nil, let name?): return name
        case (nil, nil): return "A browser"
        }
    }
}
