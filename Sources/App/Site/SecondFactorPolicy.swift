/// Who must have a second factor. Everybody may have one.
public enum SecondFactorPolicy: String, CaseIterable, Sendable {
    /// Nobody must.
    case optional
    /// Admins of a club must, before they do anything that only admins can do.
    case admins
    /// Everybody must, before they see anything of a club that is for its members.
    case everybody
}
