import Web

/// Which accounts must have a second factor. Every account may have one.
public enum SecondFactorPolicy: String, CaseIterable, Sendable {
    case optional
    /// Admins of a club must have a second factor before they do anything that only admins can do.
    case admins
    /// Members of a club must have a second factor before they see any page of the club.
    case everybody
}

extension Session {
    /// Throws `Problem` 403 if the account has no second factor. `policy` only decides whether the text of the problem says that admins or
    /// that all people need a second factor.
    func requireSecondFactor(of policy: SecondFactorPolicy) throws {
        guard !hasSecondFactor else { return }
        let who = policy == .everybody ? "everybody signs" : "admins sign"
        throw Problem(
            status: .forbidden, title: "Set up a second factor first",
            detail: "On this site \(who) in with a password and a code from their phone. Nothing was changed.",
            action: Problem.Action(label: "Set up your second factor", href: "/account/second-factor"))
    }
}
