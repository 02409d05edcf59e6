import Logging

/// Events that operators look for when an account or the server may be under attack (OWASP ASVS 5.0, V16.3).
enum SecurityEvent: String {
    case signedIn = "signed-in"
    case signInRefused = "sign-in-refused"
    case signInLimited = "sign-in-limited"
    case signedOut = "signed-out"
    case passwordRefused = "password-refused"
    case passwordChanged = "password-changed"
    case passwordReset = "password-reset"
    case emailChanged = "email-changed"
    case secondFactorOn = "second-factor-on"
    case secondFactorOff = "second-factor-off"
    case recoveryCodesMade = "recovery-codes-made"
    case recoveryCodeUsed = "recovery-code-used"
    case codeRefused = "code-refused"
    case codeLimited = "code-limited"
    case sessionsEnded = "sessions-ended"
    case providerLinked = "provider-linked"
    case providerUnlinked = "provider-unlinked"
    case deletionRequested = "deletion-requested"
    case formRefused = "form-refused"
    case adminAction = "admin-action"
    case adminRefused = "admin-refused"
}

extension Visit {
    /// Writes an entry to the security log. The entry never contains text that was typed, because a password may be typed into the wrong
    /// field.
    /// - Parameter account: the account that the event is about. If it is nil, the event is about the signed-in account.
    func logSecurityEvent(_ event: SecurityEvent, of account: ID<Account>? = nil, _ details: Logger.Metadata = [:]) {
        var metadata: Logger.Metadata = ["event": "\(event.rawValue)", "network": "\(network)", "id": "\(context.requestID)"]
        if let account = account ?? session?.account { metadata["account"] = "\(account)" }
        services.securityLogger.notice("security", metadata: metadata.merging(details) { $1 })
    }
}
