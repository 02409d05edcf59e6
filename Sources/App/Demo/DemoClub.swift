import GameRules
import Postgres

/// A club to look around in, made by the same statements as any other: three people, games they played, what they say.
public struct DemoClub: Sendable {
    /// A person one can sign in as.
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
        name: "Shoreline Club", slug: slug, description: "Pier games after the last ride. Everybody is welcome.", isPublic: true, hue: 195)

    public init(_ server: AppServer) { services = server.services }

    /// Makes the club in a database without any account. Returns false, and changes nothing, in every other.
    public func load() async throws -> Bool {
        guard try await services.database.read(Query<Bool>.one("SELECT NOT EXISTS (SELECT FROM accounts)")) else { return false }
        var accounts: [ID<Account>] = []
        for guest in Self.guests {
            accounts.append(try await services.create(Registration(guest, password: Self.password)))
        }
        try await services.found(club, by: accounts[0])
        guard let club = try await services.clubs.club(slug: Self.slug) else { return false }
        var members = try await services.database.read(tenant: club.id.rawValue, ClubQueries().newestMembers(limit: 1)).map(\.person.id)
        for account in accounts.dropFirst() {
            let joined = try await services.database.write(tenant: club.id.rawValue, ClubQueries().join(account, role: "member"))
            if let joined { members.append(joined) }
        }
        try await play(in: club.id, members)
        return true
    }

    /// Hangs up the photos of a club that has just been made. Throws `Refusal` where vips is missing.
    public func hangPhotos() async throws {
        guard let club = try await services.clubs.club(slug: Self.slug) else { return }
        try await DemoPhotos(services: services, club: club.id).hang()
    }

    /// Whether the demo club is there to sign in to.
    public func isPresent() async throws -> Bool {
        let credentials = try await services.database.read(AccountQueries().credentials(login: "\(Self.guests[0].username)@demo.invalid"))
        return credentials.secret != nil
    }

    private func play(in club: ID<Club>, _ members: [ID<Member>]) async throws {
        let (ana, ben, carmen) = (members[0], members[1], members[2])
        let first = try await game(in: club, ana, ben, moves: [4, 0, 2, 6, 3, 5, 1, 7, 8])
        try await say(["Nobody wins on this pier.", "Best of a hundred, then?"], by: [ana, ben], at: first, in: club)
        let second = try await game(in: club, ben, carmen, moves: [0, 4, 8, 2, 6, 3, 7])
        try await say(["Two rows at once, sorry!", "I saw it one move too late 😄"], by: [ben, carmen], at: second, in: club)
        _ = try await game(in: club, carmen, ana, moves: [0, 4, 1, 2, 8, 6])
        let running = try await game(in: club, ana, carmen, moves: [4, 0, 8])
        try await say(["Your move. I am in the queue for the big wheel, no hurry."], by: [ana], at: running, in: club)
        let greetings = [
            "Evening all. Anyone for five in a row?", "After my chips! 🍟", "The big board rules: https://en.wikipedia.org/wiki/Gomoku",
        ]
        try await say(greetings, by: [carmen, ben, carmen], in: .lobby, of: club)
        try await befriend(ana, ben, in: club)
        try await services.database.write(tenant: club.rawValue, FriendQueries().follow(ana, by: carmen))
        if let conversation = try await services.database.write(tenant: club.rawValue, ConversationQueries().open(with: ana, by: ben)) {
            let messages = ["Did you get home all right?", "I did. The tram was full of prizes 🧸", "Same time next week?"]
            try await say(messages, by: [ben, ana, ben], in: .conversation(conversation), of: club)
            try await services.database.write(tenant: club.rawValue, ConversationQueries().read(conversation, upTo: .last, by: ben))
        }
    }

    private func befriend(_ one: ID<Member>, _ other: ID<Member>, in club: ID<Club>) async throws {
        let friends = FriendQueries()
        try await services.database.write(
            tenant: club.rawValue, friends.follow(other, by: one), friends.follow(one, by: other), friends.settle(one, other))
    }

    /// Plays `moves`, crosses by the challenger, as far as they go.
    private func game(in club: ID<Club>, _ x: ID<Member>, _ o: ID<Member>, _ proposal: Proposal = Proposal(), moves: [Int]) async throws
        -> ID<Game>?
    {
        let (database, lobby, games) = (services.database, LobbyQueries(), GameQueries())
        guard let challenge = try await database.write(tenant: club.rawValue, lobby.challenge(from: x, to: o, proposal)),
            let game = try await database.write(tenant: club.rawValue, lobby.accept(challenge, by: o, lot: true))
        else { return nil }
        var position = TicTacToe(proposal.variant)
        for cell in moves where position.turn != nil {
            let ply = position.ply
            try position.play(cell)
            let (outcome, ending) = position.outcome.stored
            let step = games.advance(game, ply: ply, cells: [cell], outcome: outcome, ending: ending)
            if ending == nil {
                try await database.write(tenant: club.rawValue, step)
            } else if let record = try await database.read(tenant: club.rawValue, games.game(game)) {
                try await Scoring(database, in: club).end(record, outcome: outcome, by: step)
            }
        }
        return game
    }

    private func say(_ lines: [String], by members: [ID<Member>], at game: ID<Game>?, in club: ID<Club>) async throws {
        guard let game else { return }
        try await say(lines, by: members, in: .game(game), of: club)
    }

    private func say(_ lines: [String], by members: [ID<Member>], in room: Room, of club: ID<Club>) async throws {
        for (line, member) in zip(lines, members) {
            let nonce = RandomText.make(bytes: 12)
            try await services.database.write(
                tenant: club.rawValue, LineQueries().add(line, picture: nil, to: room, by: member, nonce: nonce))
        }
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
