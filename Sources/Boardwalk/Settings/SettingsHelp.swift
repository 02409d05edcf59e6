extension Settings {
    /// An environment variable in the documentation: its name, its default value, and its meaning. Text between backticks is literal.
    struct Variable {
        var name: String
        var fallback: String
        var meaning: String
    }

    /// The description of all variables in `serve --help`.
    static var help: String {
        variables.map { variable in
            "  \(variable.name) (\(variable.fallback))\n      \(variable.meaning)".replacing("`", with: "")
        }.joined(separator: "\n")
    }

    /// The table of all variables in docs/operations.md. A test checks that both are equal.
    static var markdown: String {
        let rows = variables.map { "| `\($0.name)` | \($0.fallback) | \($0.meaning) |" }
        return (["| Variable | Default | Meaning |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
    }
}
