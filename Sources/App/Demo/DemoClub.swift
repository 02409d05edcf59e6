import Postgres

/// A club with sample data for new visitors: three members, their games and their messages. The site's own queries create it.
public struct DemoClub: Sendable {
    /// A member of the demo club. Everybody who knows the password can sign in.
    public struct Guest: Sendable {
        public var username: String
        public var displayName: String
    }

    public static let guests = [
        Guest(username: "ana", displayName: "Ana Kovač"), Guest(username: "ben", displayName: "Ben Okafor"),
        Guest(username: "carmen", displayName: "Carmen Ruiz"),
    ]
    public static let password = "salt water taffy"
    public static let slug = "shoreline"

    private let services: Services
    private let club = ClubForm(
        name: "Shoreline Club", slug: slug, description: "Pier games after the last ride. Everybody is welcome.", isPublic: true, hue: 195,
        showsMembers: true)

    public init(_ server: AppServer) { services = server.services }

    /// Creates the club if the database has no accounts. Otherwise changes nothing and returns false.
    public func load() async throws -> Bool {
        guard try await services.database.read(Query<Bool>.one("SELECT NOT EXISTS (SELECT FROM accounts)")) else { return false }
        var accounts: [ID<Account>] = []
        for guest in Self.guests {
            accounts.append(try await services.create(Registration(guest, password: Self.password)))
        }
        try await services.createClub(club, by: accounts[0])
        guard let club = try await services.clubs.club(slug: Self.slug) else { return false }
        var members = try await services.database.read(tenant: club.id.rawValue, Clubs.newestMembers(limit: 1)).map(\.person.id)
        for account in accounts.dropFirst() {
            let joined = try await services.database.write(tenant: club.id.rawValue, Clubs.join(account, role: "member"))
            if let joined { members.append(joined) }
        }
        let scene = DemoScene(services: services, club: club.id, ana: members[0], ben: members[1], carmen: members[2])
        for feature in features { try await feature.createDemoData(in: scene) }
        return true
    }

    /// Adds the sample data that takes longer to make to a new demo club. Throws `Refusal` if a program that is needed for this is missing.
    public func complete() async throws {
        guard let club = try await services.clubs.club(slug: Self.slug) else { return }
        var members: [ID<Member>] = []
        for guest in Self.guests {
            guard let member = try await services.members.member(guest.username, in: club.id) else { return }
            members.append(member)
        }
        let scene = DemoScene(services: services, club: club.id, ana: members[0], ben: members[1], carmen: members[2])
        for feature in features { try await feature.createMoreDemoData(in: scene) }
    }

    public func isPresent() async throws -> Bool {
        let credentials = try await services.database.read(Accounts.credentials(login: "\(Self.guests[0].username)@demo.invalid"))
        return credentials.secret != nil
    }
}

extension Registration {
    fileprivate init(_ guest: DemoClub.Guest, password: String) {
        var form = Form()
        form["username"] = guest.username
        form["email"] = "\(guest.username)@demo.invalid"
        form["display_name"] = guest.displayName
        form["password"] = password
        self.init(form)
    }
}
