import HTMLTemplates

struct TabLink: ViewModel {
    var label: String
    var path: String
    var isHere: Bool
}
