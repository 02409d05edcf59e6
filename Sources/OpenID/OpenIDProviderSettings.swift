import OutgoingHTTP

/// The settings of an OpenID Connect provider with which users can sign in.
public struct OpenIDProviderSettings: Sendable {
    /// A short name for the provider in addresses, such as `google`. It has 1 to 30 lower-case letters and digits.
    public var name: String
    /// The issuer, exactly as the provider writes it, such as `https://accounts.google.com`.
    public var issuer: String
    public var clientID: String
    public var clientSecret: String
    /// The provider's name on the sign-in page. It has 1 to 60 characters.
    public var label: String

    public init(name: String, issuer: String, clientID: String, clientSecret: String, label: String) throws(OpenIDSettingsError) {
        guard (1...30).contains(name.utf8.count), name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) else {
            throw OpenIDSettingsError("A provider's name has small letters and digits only, at most 30.")
        }
        // An issuer has no query and no fragment (OpenID Connect Discovery 1.0, section 3).
        guard let address = WebAddress(issuer), address.text == issuer, !issuer.contains("?") else {
            throw OpenIDSettingsError("The issuer of \(name) has to be an address like https://accounts.example.com, without a query.")
        }
        guard Self.isPlain(clientID), Self.isPlain(clientSecret) else {
            throw OpenIDSettingsError("\(name) needs a client id and a client secret, in ASCII without control characters.")
        }
        guard (1...60).contains(label.count), label.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw OpenIDSettingsError("The label of \(name) has 1 to 60 characters.")
        }
        (self.name, self.issuer, self.clientID, self.clientSecret, self.label) = (name, issuer, clientID, clientSecret, label)
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...500).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

/// A mistake in the settings of a provider, explained to the operator. It contains no secret.
public struct OpenIDSettingsError: Error, Sendable, CustomStringConvertible {
    public var sentence: String

    init(_ sentence: String) { self.sentence = sentence }

    public var description: String { sentence }
}
