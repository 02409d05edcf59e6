import HTMLTemplates

/// One of several things to choose.
struct Choice: ViewModel {
    var value: String
    var label: String
    var detail = ""
    var isChosen = false
}
