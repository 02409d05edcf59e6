/// A trie (prefix tree) of all emoji. Each edge is a Unicode scalar. The trie contains each emoji in its fully qualified form, and in the
/// forms that lack some of the selectors (UTS #51, ED-18a and ED-19). One hash table contains the edges of all nodes.
struct EmojiForms: Sendable {
    private struct Edge {
        /// The node at which the edge begins (upper bits) and the scalar of the edge (lower bits). 0 means that there is no edge here.
        var key: UInt64 = 0
        var node = 0
    }

    /// The hash table. Its number of slots is a power of two, and at most half of them are used.
    private var edges = [Edge](repeating: Edge(), count: 1 << 12)
    /// For each node, the value of the emoji that ends there. It is -1 if no emoji ends there. The first node is the root.
    private var values = [-1]

    /// Adds an emoji in its fully qualified form, and in all forms with fewer selectors.
    mutating func add(_ scalars: String.UnicodeScalarView, as value: Int) { add(scalars[...], as: value, below: 0) }

    private mutating func add(_ scalars: Substring.UnicodeScalarView, as value: Int, below node: Int) {
        guard let scalar = scalars.first else {
            values[node] = value
            return
        }
        if scalar == "\u{FE0F}" { add(scalars.dropFirst(), as: value, below: node) }
        add(scalars.dropFirst(), as: value, below: child(of: node, by: scalar))
    }

    /// Returns the longest emoji at the beginning of `scalars`. It is always the right one, because no emoji begins with a joiner, a
    /// selector, a modifier or a tag, and no emoji consists of two others.
    func longest(in scalars: Substring.UnicodeScalarView) -> (value: Int, end: String.Index)? {
        var found: (Int, String.Index)?
        var (node, index) = (0, scalars.startIndex)
        while index < scalars.endIndex {
            let edge = edges[slot(of: Self.key(node, scalars[index]))]
            guard edge.key != 0 else { break }
            (node, index) = (edge.node, scalars.index(after: index))
            if values[node] >= 0 { found = (values[node], index) }
        }
        return found
    }

    private mutating func child(of node: Int, by scalar: Unicode.Scalar) -> Int {
        let key = Self.key(node, scalar)
        let slot = slot(of: key)
        if edges[slot].key != 0 { return edges[slot].node }
        let child = values.count
        values.append(-1)
        edges[slot] = Edge(key: key, node: child)
        if values.count * 2 > edges.count { grow() }
        return child
    }

    private mutating func grow() {
        let old = edges
        edges = [Edge](repeating: Edge(), count: old.count * 2)
        for edge in old where edge.key != 0 { edges[slot(of: edge.key)] = edge }
    }

    private static func key(_ node: Int, _ scalar: Unicode.Scalar) -> UInt64 { UInt64(node) << 21 | UInt64(scalar.value) }

    /// Returns the slot of the edge with this key. If there is no such edge, returns the free slot where it belongs.
    private func slot(of key: UInt64) -> Int {
        // Fibonacci hashing: the upper bits of the product depend on all bits of the key.
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (edges.count - 1)
        while edges[slot].key != 0, edges[slot].key != key { slot = (slot + 1) & (edges.count - 1) }
        return slot
    }
}
