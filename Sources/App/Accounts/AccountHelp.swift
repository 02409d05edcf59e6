import Postgres

/// Helps that the operator alone can give somebody with their account.
public enum AccountHelp {
    /// The owner's username, and the number of sessions that were ended.
    public struct Outcome: Sendable {
        public var username: String
        public var sessions: Int
        /// Whether there was a second factor.
        public var hadSecondFactor: Bool
    }

    /// Ends all sessions of whoever has that username or e-mail address. Returns nil if there is nobody.
    public static func endSessions(of login: String, in database: Database) async throws -> Outcome? {
        let queries = SecondFactorQueries()
        guard let owner = try await database.read(queries.owner(login: login)) else { return nil }
        let (sessions, _) = try await database.write(
            queries.endAllSessions(of: owner.account), Announcer.notification(of: .account(owner.account)))
        return Outcome(username: owner.username, sessions: sessions, hadSecondFactor: false)
    }

    /// Removes the second factor and the recovery codes, and ends all sessions. Returns nil if there is nobody.
    public static func removeSecondFactor(of login: String, in database: Database) async throws -> Outcome? {
        let queries = SecondFactorQueries()
        guard let owner = try await database.read(queries.owner(login: login)) else { return nil }
        let (hadSecondFactor, _, sessions, _) = try await database.write(
            queries.isOn(for: owner.account), queries.remove(owner.account), queries.endAllSessions(of: owner.account),
            Announcer.notification(of: .account(owner.account)))
        return Outcome(username: owner.username, sessions: sessions, hadSecondFactor: hadSecondFactor)
    }
}
