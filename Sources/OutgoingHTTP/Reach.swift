/// The hosts and kinds of address that requests to one provider may go to.
package struct Reach: Sendable {
    /// The host of the address that the operator configured, and the hosts that `naming` added.
    package private(set) var hosts: Set<String>
    /// Whether plain HTTP is allowed. It is if the configured address itself is plain HTTP.
    package let isPlain: Bool
    /// Whether addresses outside the public internet are allowed. They are for the configured address. `naming` then keeps this only for a
    /// provider that is itself there.
    package private(set) var isInside: Bool

    /// Allows the host that the operator configured, inside or outside the public internet.
    package init(chosen address: WebAddress) { (hosts, isPlain, isInside) = ([address.host], !address.isSecure, true) }

    /// Returns a copy that also allows the hosts of `addresses`.
    package func naming(_ addresses: [WebAddress], isInside: Bool) -> Reach {
        var reach = self
        reach.hosts.formUnion(addresses.map(\.host))
        reach.isInside = isInside
        return reach
    }

    /// Whether the scheme of `address` is allowed, whatever its host.
    package func allows(_ address: WebAddress) -> Bool { address.isSecure || isPlain }

    /// Whether the host and the scheme of `address` are allowed.
    package func names(_ address: WebAddress) -> Bool { hosts.contains(address.host) && allows(address) }

    /// Whether a request to `address` may connect to `ip`. Plain HTTP over the public internet is refused, as it can be changed on the way.
    package func permits(_ ip: IPAddress, for address: WebAddress) -> Bool { ip.isInside ? isInside : address.isSecure }
}
