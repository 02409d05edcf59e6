import Crypto
import FoundationEssentials
import OutgoingHTTP

/// Sends requests to one provider, and caches its metadata and keys.
final class Provider: Sendable {
    let settings: OpenIDProviderSettings
    let outgoing: Outgoing
    let now: @Sendable () -> Date
    private let discoveries: CachedValue<Discovery, OpenIDFailure>
    private let keySets: CachedValue<[ProviderKey], OpenIDFailure>
    /// The number of seconds for which metadata and keys are cached.
    private static let life: TimeInterval = 3600
    /// If a token was signed with an unknown key, cached keys that are at least this number of seconds old are fetched again.
    private static let newKeyAge: TimeInterval = 60

    init(_ settings: OpenIDProviderSettings, outgoing: Outgoing, now: @escaping @Sendable () -> Date) {
        (self.settings, self.outgoing, self.now) = (settings, outgoing, now)
        let discoveries = CachedValue(now: now) { () throws(OpenIDFailure) in try await Self.discover(settings, outgoing) }
        self.discoveries = discoveries
        keySets = CachedValue(now: now) { () throws(OpenIDFailure) in
            try await Self.fetchKeys(try await discoveries.value(youngerThan: Self.life), settings, outgoing)
        }
    }

    var label: String { settings.label }

    func discovery() async throws(OpenIDFailure) -> Discovery { try await discoveries.value(youngerThan: Self.life) }

    func begin(redirectURI: String, reauthenticating: Bool) async throws(OpenIDFailure) -> OpenIDRequest {
        let discovery = try await discovery()
        let (state, nonce, verifier) = (Base64URL.random(), Base64URL.random(), Base64URL.random())
        var fields = [
            ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", redirectURI),
            ("scope", discovery.scopes.joined(separator: " ")), ("state", state), ("nonce", nonce),
            ("code_challenge", Base64URL.text(SHA256.hash(data: Array(verifier.utf8)))), ("code_challenge_method", "S256"),
        ]
        if reauthenticating { fields += [("prompt", "login"), ("max_age", "0")] }
        let endpoint = discovery.authorization.text
        return OpenIDRequest(
            provider: settings.name, state: state, nonce: nonce, verifier: verifier, redirectURI: redirectURI,
            url: endpoint + (endpoint.contains("?") ? "&" : "?") + FormEncoding.text(fields), isReauthentication: reauthenticating)
    }

    /// Checks the signature of a token and returns its claims. If none of the cached keys has signed it, the keys are fetched again.
    func claims(of token: String) async throws(OpenIDFailure) -> Claims {
        let header: IDTokenHeader
        do throws(IDTokenRefusal) { header = try IDTokenHeader(token) } catch { throw .untrusted(label, error.reason) }
        for age in [Self.life, Self.newKeyAge] {
            let keys = try await keySets.value(youngerThan: age)
            for key in keys.filter({ $0.fits(header.algorithm, kid: header.kid) }).prefix(10) {
                if let claims = await key.claims(of: token, header.algorithm) { return claims }
            }
        }
        throw .untrusted(label, "id token: no key of the provider signed it")
    }

    func picture(_ identity: OpenIDIdentity) async throws(OpenIDFailure) -> [UInt8] {
        let reach = try await discovery().reach
        guard let address = identity.picture.flatMap(WebAddress.init), reach.names(address) else {
            throw .noPicture(label, "picture: no address that may be asked", isAway: false)
        }
        do throws(OutgoingError) {
            let reply = try await outgoing.send(Errand(.picture, to: address, within: reach))
            if reply.status == 200, reply.contentType.lowercased().hasPrefix("image/") { return reply.body }
            throw .unreachable("status \(reply.status), or not an image")
        } catch {
            throw .noPicture(label, "picture: \(error.reason)", isAway: error.isAway)
        }
    }

    private static func discover(_ settings: OpenIDProviderSettings, _ outgoing: Outgoing) async throws(OpenIDFailure) -> Discovery {
        guard let issuer = WebAddress(settings.issuer), let address = Discovery.address(of: settings.issuer) else {
            throw .misconfigured(settings.label, "the issuer is not an address")
        }
        let reach = Reach(chosen: issuer)
        let reply = try await fetched(Errand(.discovery, to: address, within: reach), settings, outgoing)
        do throws(Discovery.Refusal) {
            return try Discovery(reply, issuer: settings.issuer, reach: reach)
        } catch {
            throw reply.status >= 500 ? .away(settings.label, error.reason) : .misconfigured(settings.label, error.reason)
        }
    }

    private static func fetchKeys(
        _ discovery: Discovery, _ settings: OpenIDProviderSettings, _ outgoing: Outgoing
    ) async throws(OpenIDFailure) -> [ProviderKey] {
        let reply = try await fetched(Errand(.keys, to: discovery.keys, within: discovery.reach), settings, outgoing)
        guard reply.status == 200, let keys = ProviderKey.keys(in: reply.body) else {
            throw .away(settings.label, "keys: status \(reply.status), or not a key set")
        }
        return keys
    }

    private static func fetched(
        _ errand: Errand, _ settings: OpenIDProviderSettings, _ outgoing: Outgoing
    ) async throws(OpenIDFailure) -> Reply {
        do throws(OutgoingError) { return try await outgoing.send(errand) } catch { throw error.failure(errand.purpose, settings.label) }
    }
}

extension Purpose {
    static let discovery = Purpose("discovery", limit: 256 * 1024)
    static let keys = Purpose("keys", limit: 256 * 1024)
    static let token = Purpose("token", limit: 64 * 1024)
    static let userinfo = Purpose("userinfo", limit: 64 * 1024)
    static let picture = Purpose("picture", limit: 5_000_000)
}

extension OutgoingError {
    func failure(_ purpose: Purpose, _ label: String) -> OpenIDFailure {
        isAway ? .away(label, "\(purpose.name): \(reason)") : .untrusted(label, "\(purpose.name): \(reason)")
    }
}
