extension Sequence {
    /// The elements without those whose key has come before, in their order, at most so many. It looks at no more than it needs.
    func distinct<Key: Hashable>(atMost count: Int = .max, by key: (Element) -> Key) -> [Element] {
        var (seen, found) = (Set<Key>(), [Element]())
        for element in self {
            guard found.count < count else { break }
            if seen.insert(key(element)).inserted { found.append(element) }
        }
        return found
    }
}
