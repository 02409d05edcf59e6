import Postgres

/// Helps that the operator alone can give somebody with their account.
public enum AccountHelp {
    /// The owner's username, and the number of sessions that were ended.
    public struct Outcome: Sendable {
        public var username: String
        public var sessions: Int
    }

    /// Ends all sessions of whoever has that username or e-mail address. Returns nil if there is nobody.
    public static func endSessions(of login: String, in database: Database) async throws -> Outcome? {
        guard let owner = try await database.read(AccountQueries().owner(login: login)) else { return nil }
        let (_, sessions, _) = try await database.write(
            AccountQueries().lock(owner.account), SessionQueries().endSessions(of: owner.account, except: nil),
            Announcer.notification(of: .account(owner.account)))
        return Outcome(username: owner.username, sessions: sessions)
    }

    /// Removes the second factor and the recovery codes, and ends all sessions. Returns nil if there is nobody.
    public static func removeSecondFactor(
        of login: String, in database: Database
    ) async throws -> (outcome: Outcome, hadSecondFactor: Bool)? {
        guard let owner = try await database.read(AccountQueries().owner(login: login)) else { return nil }
        let queries = SecondFactorQueries()
        let (_, hadSecondFactor, _, sessions, _) = try await database.write(
            AccountQueries().lock(owner.account), queries.isOn(for: owner.account), queries.remove(owner.account),
            SessionQueries().endSessions(of: owner.account, except: nil), Announcer.notification(of: .account(owner.account)))
        return (Outcome(username: owner.username, sessions: sessions), hadSecondFactor)
    }
}
