/// A part of a club that the navigation leads to.
struct NavigationPart: Sendable {
    let label: String
    /// Below the club's path.
    let path: String
    /// A file in `Public/icons`, without its ending.
    let icon: String
    /// Whether those see it who are no members.
    var isForVisitors = false
    /// What is counted beside it.
    var waiting: WaitingKind?
    /// What those things are, for whoever hears the count.
    var countWord = "new"

    /// The `id` of the count.
    var counter: String? { waiting.map { "count-\($0.name)" } }
}
