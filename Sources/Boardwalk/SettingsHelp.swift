extension Settings {
    /// A variable as operators see it: its name, its default, and its meaning. Backticks mark literal text.
    struct Variable {
        var name: String
        var fallback: String
        var meaning: String
    }

    /// The text in `serve --help`.
    static var help: String {
        variables.map { variable in
            "  \(variable.name) (\(variable.fallback))\n      \(variable.meaning)".replacing("`", with: "")
        }.joined(separator: "\n")
    }

    /// The table in docs/operations.md. A test checks that they are equal.
    static var markdown: String {
        let rows = variables.map { "| `\($0.name)` | \($0.fallback) | \($0.meaning) |" }
        return (["| Variable | Default | Meaning |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
    }
}
