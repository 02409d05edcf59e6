/// The reason why a sign-in failed. The client has written `reason` to the log before it throws this error.
public struct OpenIDFailure: Error, Sendable {
    /// The message that the page shows.
    public var sentence: String
    /// The message for the log. It never contains a code, token, state, nonce, verifier, secret or e-mail address.
    public var reason: String
    /// Whether the provider did not answer, or did not answer in time. Another attempt may succeed.
    public var isAway = false
    /// Whether the user cancelled the sign-in at the provider.
    public var wasCancelled = false

    static func away(_ label: String, _ reason: String) -> OpenIDFailure {
        OpenIDFailure(sentence: "\(label) is not answering now. Please try again in a few minutes.", reason: reason, isAway: true)
    }

    /// The answer is one that an honest provider would not give to this request.
    static func untrusted(_ label: String, _ reason: String) -> OpenIDFailure {
        OpenIDFailure(sentence: "What \(label) answered could not be trusted, so nobody was signed in. Please start again.", reason: reason)
    }

    static func foreign(_ label: String, _ reason: String) -> OpenIDFailure {
        OpenIDFailure(
            sentence: "This answer from \(label) does not belong to a sign-in that was started here. Please start again.", reason: reason)
    }

    static func used(_ label: String, _ reason: String) -> OpenIDFailure {
        OpenIDFailure(sentence: "This sign-in with \(label) was used already, or took too long. Please start again.", reason: reason)
    }

    static func cancelled(_ label: String) -> OpenIDFailure {
        OpenIDFailure(sentence: "You did not sign in with \(label).", reason: "cancelled at the provider", wasCancelled: true)
    }

    /// There is a mistake in the operator's settings or in the provider's metadata.
    static func misconfigured(_ label: String, _ reason: String) -> OpenIDFailure {
        OpenIDFailure(sentence: "Signing in with \(label) is not set up right. Please tell the people who run this site.", reason: reason)
    }

    static func notAsked(_ label: String, _ reason: String) -> OpenIDFailure {
        OpenIDFailure(
            sentence: "\(label) did not confirm that you signed in there within the last 5 minutes. Please start again.", reason: reason)
    }

    static func unknownProvider() -> OpenIDFailure {
        OpenIDFailure(sentence: "There is no such way to sign in here.", reason: "no such provider")
    }

    static func noPicture(_ label: String, _ reason: String, isAway: Bool) -> OpenIDFailure {
        OpenIDFailure(sentence: "Your picture could not be fetched from \(label).", reason: reason, isAway: isAway)
    }
}
