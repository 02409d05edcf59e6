extension String {
    /// User names as they are written one after another, without what stands around them: "@ana, Ben" are `ana` and `ben`.
    var handles: [String] {
        split { $0 == "," || $0 == ";" || $0.isWhitespace }.map { $0.drop { $0 == "@" }.lowercased() }.filter { !$0.isEmpty }
    }
}
