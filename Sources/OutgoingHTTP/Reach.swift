/// Where requests for one provider may go.
package struct Reach: Sendable {
    /// That of the address that the operator has chosen, and what has been named beside it.
    package private(set) var hosts: Set<String>
    /// Whether plain http will do: only when the chosen address itself has no more.
    package let isPlain: Bool
    /// Whether addresses inside may be asked: only when the chosen one itself is at one.
    package private(set) var isInside: Bool

    /// The operator's choice, wherever it is.
    package init(chosen address: WebAddress) { (hosts, isPlain, isInside) = ([address.host], !address.isSecure, true) }

    package func naming(_ addresses: [WebAddress], isInside: Bool) -> Reach {
        var reach = self
        reach.hosts.formUnion(addresses.map(\.host))
        reach.isInside = isInside
        return reach
    }

    package func allows(_ address: WebAddress) -> Bool { address.isSecure || isPlain }

    package func names(_ address: WebAddress) -> Bool { hosts.contains(address.host) && allows(address) }

    /// Whoever is on the way can change what comes by plain http: that is for inside only.
    package func permits(_ ip: IPAddress, for address: WebAddress) -> Bool { ip.isInside ? isInside : address.isSecure }
}
