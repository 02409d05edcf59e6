/// Where requests for one provider may go.
struct Reach: Sendable {
    /// Those of the issuer and of the endpoints in its discovery.
    private(set) var hosts: Set<String>
    /// Whether plain http will do: only when the issuer itself has no more.
    let isPlain: Bool
    /// Whether addresses inside may be asked: only when the issuer itself is at one.
    private(set) var isInside: Bool

    /// For the discovery: the issuer is the operator's choice, wherever it is.
    init(issuer: WebAddress) { (hosts, isPlain, isInside) = ([issuer.host], !issuer.isSecure, true) }

    func naming(_ addresses: [WebAddress], isInside: Bool) -> Reach {
        var reach = self
        reach.hosts.formUnion(addresses.map(\.host))
        reach.isInside = isInside
        return reach
    }

    func allows(_ address: WebAddress) -> Bool { address.isSecure || isPlain }

    func names(_ address: WebAddress) -> Bool { hosts.contains(address.host) && allows(address) }

    /// Whoever is on the way can change what comes by plain http: that is for inside only.
    func permits(_ ip: IPAddress, for address: WebAddress) -> Bool { ip.isInside ? isInside : address.isSecure }
}
