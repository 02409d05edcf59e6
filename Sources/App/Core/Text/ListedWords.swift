extension [String] {
    /// Joins texts as in "coasters, flat rides and slides". "" if there are none.
    var listed: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
