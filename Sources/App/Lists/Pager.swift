import HTMLTemplates

/// Links to other pages of a list. For `_pager.html`.
struct Pager: ViewModel {
    /// nil: one is there.
    var first: String?
    /// nil: there is none.
    var previous: String?
    var next: String?
}
