extension String {
    /// The handles in a text, in lower case and without separators and "@": "@ana, Ben" gives `ana` and `ben`.
    var handles: [String] {
        split { $0 == "," || $0 == ";" || $0.isWhitespace }.map { $0.drop { $0 == "@" }.lowercased() }.filter { !$0.isEmpty }
    }
}
