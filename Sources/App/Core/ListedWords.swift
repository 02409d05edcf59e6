extension [String] {
    /// "coasters, flat rides and slides"; "" for none.
    var listed: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
