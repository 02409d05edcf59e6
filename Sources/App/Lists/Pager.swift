import HTMLTemplates

/// Links to other pages of a list, for `_pager.html`.
struct Pager: ViewModel {
    var first: String?
    var previous: String?
    var next: String?
}
