import Postgres

/// The functions about accounts that other features use.
enum Accounts {
    /// The password hash of the account with this username or e-mail address. Letter case does not matter.
    static func credentials(login: String) -> Query<Credentials> { AccountQueries().credentials(login: login) }

    /// Returns 0 if the account has this tone already.
    static func setSkinTone(_ tone: DisplayPreferences.Tone, of account: ID<Account>) -> Query<Int> {
        AccountQueries().setSkinTone(tone, of: account)
    }
}
