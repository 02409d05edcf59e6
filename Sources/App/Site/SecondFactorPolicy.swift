import Web

/// Who must have a second factor. Everybody may have one.
public enum SecondFactorPolicy: String, CaseIterable, Sendable {
    /// Nobody must.
    case optional
    /// Admins of a club must, before they do anything that only admins can do.
    case admins
    /// Everybody must, before they see anything of a club that is for its members.
    case everybody
}

extension Session {
    /// Throws `Problem` 403 if a sign-in to the account asks for no code.
    func requireSecondFactor(of policy: SecondFactorPolicy) throws {
        guard !hasSecondFactor else { return }
        let who = policy == .everybody ? "everybody signs" : "admins sign"
        throw Problem(
            status: .forbidden, title: "Set up a second factor first",
            detail: "On this site \(who) in with a password and a code from their phone. Nothing was changed.",
            action: Problem.Action(label: "Set up your second factor", href: "/account/second-factor"))
    }
}
