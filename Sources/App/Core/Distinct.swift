extension Sequence {
    /// Returns the first element of each key, in the order of the sequence, at most `count` elements. Does not read the rest of the
    /// sequence when it has found `count` elements.
    func distinct<Key: Hashable>(atMost count: Int = .max, by key: (Element) -> Key) -> [Element] {
        var (seen, found) = (Set<Key>(), [Element]())
        for element in self {
            guard found.count < count else { break }
            if seen.insert(key(element)).inserted { found.append(element) }
        }
        return found
    }
}
