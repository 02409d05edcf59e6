/// The hosts and the kinds of addresses to which requests to one provider may go.
package struct Reach: Sendable {
    /// The allowed hosts: the host that the operator configured, and the hosts that `naming` has added.
    package private(set) var hosts: Set<String>
    /// Whether HTTP without TLS is allowed. It is allowed if the address that the operator configured uses it.
    package let isPlain: Bool
    /// Whether addresses that are not on the public internet are allowed. At first they are, because the operator may configure such an
    /// address. `naming` then sets the value for the provider.
    package private(set) var isInside: Bool

    /// Allows the host of the address that the operator configured. It may be on the public internet or not.
    package init(chosen address: WebAddress) { (hosts, isPlain, isInside) = ([address.host], !address.isSecure, true) }

    /// Returns a copy that also allows the hosts of `addresses`. `isInside` says whether addresses that are not on the public internet are
    /// still allowed.
    package func naming(_ addresses: [WebAddress], isInside: Bool) -> Reach {
        var reach = self
        reach.hosts.formUnion(addresses.map(\.host))
        reach.isInside = isInside
        return reach
    }

    /// Whether the scheme of `address` is allowed. Its host is not checked.
    package func allows(_ address: WebAddress) -> Bool { address.isSecure || isPlain }

    /// Whether the host and the scheme of `address` are allowed.
    package func names(_ address: WebAddress) -> Bool { hosts.contains(address.host) && allows(address) }

    /// Whether a request to `address` may connect to `ip`. HTTP without TLS over the public internet is refused, because others could
    /// change the answer.
    package func permits(_ ip: IPAddress, for address: WebAddress) -> Bool { ip.isInside ? isInside : address.isSecure }
}
