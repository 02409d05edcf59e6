extension String {
    /// The first so many code points: a character may have any number of them.
    func prefix(scalars count: Int) -> String { String(String.UnicodeScalarView(unicodeScalars.prefix(count))) }
}
