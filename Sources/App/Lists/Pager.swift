import HTMLTemplates

/// The links to other pages of a list. The template `_pager.html` shows these links.
struct Pager: ViewModel {
    var first: String?
    var previous: String?
    var next: String?
}
