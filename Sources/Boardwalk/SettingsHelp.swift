extension Settings {
    /// One variable as an operator sees it: its name, what holds without it, and what it means. Backticks mark what is typed.
    struct Variable {
        var name: String
        var fallback: String
        var meaning: String
    }

    /// For `serve --help`.
    static var help: String {
        variables.map { variable in
            "  \(variable.name) (\(variable.fallback))\n      \(variable.meaning)".replacing("`", with: "")
        }.joined(separator: "\n")
    }

    /// For the README, which a test holds against this.
    static var markdown: String {
        let rows = variables.map { "| `\($0.name)` | \($0.fallback) | \($0.meaning) |" }
        return (["| Variable | Default | Meaning |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
    }
}
