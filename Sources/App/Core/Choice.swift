import HTMLTemplates

struct Choice: ViewModel {
    var value: String
    var label: String
    var detail = ""
    var isChosen = false
}
