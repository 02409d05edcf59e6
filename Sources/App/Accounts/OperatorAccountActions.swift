import Postgres

/// Actions on an account that only the operator can take.
public enum OperatorAccountActions {
    public struct Outcome: Sendable {
        public var username: String
        public var sessions: Int
    }

    /// Ends all sessions of the account with this username or e-mail address. Returns nil if there is no such account.
    public static func endSessions(of login: String, in database: Database) async throws -> Outcome? {
        guard let owner = try await database.read(AccountQueries().owner(login: login)) else { return nil }
        let (_, sessions, _) = try await database.write(
            AccountQueries().lock(owner.account), SessionQueries().endSessions(of: owner.account, except: nil),
            Announcer.notification(of: .account(owner.account)))
        return Outcome(username: owner.username, sessions: sessions)
    }

    /// Removes the second factor and the recovery codes of the account with this username or e-mail address, and ends all its sessions.
    /// Returns nil if there is no such account.
    public static func removeSecondFactor(
        of login: String, in database: Database
    ) async throws -> (outcome: Outcome, hadSecondFactor: Bool)? {
        guard let owner = try await database.read(AccountQueries().owner(login: login)) else { return nil }
        let queries = SecondFactorQueries()
        let (_, hadSecondFactor, _, sessions, _) = try await database.write(
            AccountQueries().lock(owner.account), queries.isOn(for: owner.account), queries.delete(of: owner.account),
            SessionQueries().endSessions(of: owner.account, except: nil), Announcer.notification(of: .account(owner.account)))
        return (Outcome(username: owner.username, sessions: sessions), hadSecondFactor)
    }
}
