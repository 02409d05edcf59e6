extension Sequence {
    /// Leaves out elements with a key that has occurred before, and returns at most `count` elements in their order. It reads no more
    /// elements than it needs.
    func distinct<Key: Hashable>(atMost count: Int = .max, by key: (Element) -> Key) -> [Element] {
        var (seen, found) = (Set<Key>(), [Element]())
        for element in self {
            guard found.count < count else { break }
            if seen.insert(key(element)).inserted { found.append(element) }
        }
        return found
    }
}
