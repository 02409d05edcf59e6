extension String {
    /// The beginning of the text, with at most `count` Unicode code points. A limit in characters would not limit the size, because a
    /// character may have any number of code points.
    func prefix(scalars count: Int) -> String { String(String.UnicodeScalarView(unicodeScalars.prefix(count))) }
}
